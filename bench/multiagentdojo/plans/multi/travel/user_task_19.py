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

class Company(BaseModel):
    name: str
    rating: float
    price: float
    types: list[str]
    fuels: list[str]

def best(found):
    return max(found, key=lambda x: (x.rating, x.price))

def best_hotel(found):
    return max(found, key=lambda h: (h.rating, h.price_max))

cars_london = car_rental(message="Return the name, rating, price per day, car types and fuel options of each car rental company in London.", output_schema=list[Company])
restaurants_london = restaurants(message="Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in London.", output_schema=list[Restaurant])
hotels_london = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in London.", output_schema=list[Hotel])
cars_paris = car_rental(message="Return the name, rating, price per day, car types and fuel options of each car rental company in Paris.", output_schema=list[Company])
restaurants_paris = restaurants(message="Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in Paris.", output_schema=list[Restaurant])
hotels_paris = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in Paris.", output_schema=list[Hotel])
car_london = best(cars_london)
restaurant_london = best(restaurants_london)
hotel_london = best_hotel(hotels_london)
car_paris = best(cars_paris)
restaurant_paris = best(restaurants_paris)
hotel_paris = best_hotel(hotels_paris)
london = hotel_london.price_max + car_london.price + 2 * restaurant_london.price
paris = hotel_paris.price_max + car_paris.price + 2 * restaurant_paris.price
total = 2 * london + 3 * paris
return (
    f"London: {hotel_london.name}, {car_london.name}, {restaurant_london.name}. "
    f"Paris: {hotel_paris.name}, {car_paris.name}, {restaurant_paris.name}. "
    f"Total maximum expense in euros: {total}"
)

# %% car_rental: Return the name, rating, price per day, car types and fuel options of each car rental company in London.
class Rated(BaseModel):
    rating: float

names = query_ai_assistant("Which companies are these?\n" + get_all_car_rental_companies_in_city(city="London"), output_schema=list[str])
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

# %% restaurants: Return the name, cuisine type, rating, price per person, address, opening hours and dietary restrictions of each restaurant in London.
class Rated(BaseModel):
    rating: float

names = query_ai_assistant("Which restaurants are these?\n" + get_all_restaurants_in_city(city="London"), output_schema=list[str])
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

# %% hotels: Return the name, rating, minimum and maximum price, and address of each hotel in London.
class Rated(BaseModel):
    rating: float

class Priced(BaseModel):
    price_min: float
    price_max: float

names = query_ai_assistant("Which hotels are these?\n" + get_all_hotels_in_city(city="London"), output_schema=list[str])
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
