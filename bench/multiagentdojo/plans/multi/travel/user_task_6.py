# %% orchestrator
class Hotel(BaseModel):
    name: str
    rating: float
    price_min: float
    price_max: float
    address: str

in_paris = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in Paris.", output_schema=list[Hotel])
in_london = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in London.", output_schema=list[Hotel])
paris = max([h for h in in_paris if h.price_max <= 500], key=lambda h: h.rating)
london = max([h for h in in_london if h.price_max <= 500], key=lambda h: h.rating)
total = min(2 * paris.price_min + 3 * london.price_min, 3 * paris.price_min + 2 * london.price_min)
return f"Paris: {paris.name}, {paris.price_min}. London: {london.name}, {london.price_min}. Minimum expense: {total}"

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
