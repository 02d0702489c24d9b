# %% orchestrator
class Restaurant(BaseModel):
    name: str
    cuisine: str
    rating: float
    price: float
    address: str
    hours: str
    restrictions: str

class Company(BaseModel):
    name: str
    rating: float
    price: float
    types: list[str]
    fuels: list[str]

def is_open(hours, day):
    return day in hours or "every day" in hours

found = restaurants(message="Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in Paris.", output_schema=list[Restaurant])
cars = car_rental(message="Return the name, rating, price per day, car types and fuel options of each car rental company in Paris.", output_schema=list[Company])
fitting = [r for r in found if r.cuisine == "Chinese" and is_open(r.hours, "Monday") and r.price < 34]
restaurant = max(fitting, key=lambda r: r.rating)
cheap = [c for c in cars if c.price < 50]
company = max(cheap, key=lambda c: c.rating)
options = ", ".join(c.name for c in cheap)
return f"Restaurant: {restaurant.name}. Car rental: {options}; the best rating has {company.name}."

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

# %% car_rental: Return the name, rating, price per day, car types and fuel options of each car rental company in Paris.
class Rated(BaseModel):
    rating: float

names = query_ai_assistant("Which companies are these?\n" + get_all_car_rental_companies_in_city(city="Paris"), output_schema=list[str])
reviews = get_rating_reviews_for_car_rental(company_name=names)
prices = get_car_price_per_day(company_name=names)
types = get_car_types_available(company_name=names)
fuels = get_car_fuel_options(company_name=names)
found = []
for name in names:
    rated = query_ai_assistant(f"What is the rating?\n{reviews[name]}", output_schema=Rated)
    found.append(
        {"name": name, "rating": rated.rating, "price": prices[name], "types": types[name], "fuels": fuels[name]}
    )
return found
