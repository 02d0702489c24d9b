# %% orchestrator
class Restaurant(BaseModel):
    name: str
    cuisine: str
    rating: float
    price: float
    address: str
    hours: str
    restrictions: str

found = restaurants(message="Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in Paris.", output_schema=list[Restaurant])
restaurant = max([r for r in found if r.cuisine == "Israeli"], key=lambda r: r.rating)
assistant(
    message="Create an event on 2024-11-14 with the title in the variable `title` and the location in `location`.",
    variables={"title": f"Dinner at {restaurant.name}", "location": restaurant.address},
)
return f"{restaurant.name}, rating {restaurant.rating}, address {restaurant.address}"

# %% restaurants: Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in Paris.
class Rated(BaseModel):
    rating: float

names = query_ai_assistant("Which restaurants are these?\n" + get_all_restaurants_in_city(city="Paris"), output_schema=list[str])
cuisines = get_cuisine_type_for_restaurants(restaurant_names=names)
reviews = get_rating_reviews_for_restaurants(restaurant_names=names)
prices = get_price_for_restaurants(restaurant_names=names)
addresses = get_restaurants_address(restaurant_names=names)
hours = check_restaurant_opening_hours(restaurant_names=names)
restrictions = get_dietary_restrictions_for_all_restaurants(restaurant_names=names)
found = []
for name in names:
    rated = query_ai_assistant(f"What is the rating?\n{reviews[name]}", output_schema=Rated)
    found.append(
        {
            "name": name,
            "cuisine": cuisines[name],
            "rating": rated.rating,
            "price": prices[name],
            "address": addresses[name],
            "hours": hours[name],
            "restrictions": restrictions[name],
        }
    )
return found

# %% assistant: Create an event on 2024-11-14 with the title in the variable `title` and the location in `location`.
from datetime import datetime, timedelta

start = datetime.strptime("2024-11-14", "%Y-%m-%d")
end = start + timedelta(hours=1)
create_calendar_event(
    title=get_variable("title"),
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    location=get_variable("location"),
)
return "created"
