# %% orchestrator
class Hotel(BaseModel):
    name: str
    rating: float
    price_min: float
    price_max: float
    address: str

class Restaurant(BaseModel):
    name: str
    cuisine: str
    rating: float
    price: float
    address: str
    hours: str
    restrictions: str

def is_open(hours, day):
    return day in hours or "every day" in hours

in_paris = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in Paris.", output_schema=list[Hotel])
found = restaurants(message="Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in Paris.", output_schema=list[Restaurant])
hotel = max([h for h in in_paris if h.price_max < 210], key=lambda h: h.rating)
fitting = [r for r in found if r.cuisine == "French" and is_open(r.hours, "Sunday")]
restaurant = max(fitting, key=lambda r: r.rating)
total = 3 * hotel.price_min + 3 * 2 * restaurant.price
return f"Hotel: {hotel.name}. Restaurant: {restaurant.name}. Minimum cost: {total}"

# %% hotels: Return the name, rating, minimum and maximum price, and address of each hotel in Paris.
class Rated(BaseModel):
    rating: float

class Priced(BaseModel):
    price_min: float
    price_max: float

names = query_ai_assistant("Which hotels are these?\n" + get_all_hotels_in_city(city="Paris"), output_schema=list[str])
reviews = get_rating_reviews_for_hotels(hotel_names=names)
prices = get_hotels_prices(hotel_names=names)
found = []
for name in names:
    rated = query_ai_assistant(f"What is the rating?\n{reviews[name]}", output_schema=Rated)
    priced = query_ai_assistant(f"What are the minimum and the maximum price?\n{prices[name]}", output_schema=Priced)
    address = get_hotels_address(hotel_name=name)[name]
    found.append(
        {"name": name, "rating": rated.rating, "price_min": priced.price_min, "price_max": priced.price_max, "address": address}
    )
return found

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
