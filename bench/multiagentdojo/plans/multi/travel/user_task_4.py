# %% orchestrator
class Hotel(BaseModel):
    name: str
    rating: float
    price_min: float
    price_max: float
    address: str

found = hotels(message="Return the name, rating, minimum and maximum price, and address of each hotel in Paris.", output_schema=list[Hotel])
hotel = max([h for h in found if h.price_max < 210], key=lambda h: h.rating)
assistant(
    message="Create an event on 2024-04-25 with the title in the variable `title` and the location in `location`.",
    variables={"title": f"Booking hotel {hotel.name}", "location": hotel.address},
)
return f"{hotel.name}, rating {hotel.rating}, price range {hotel.price_min} - {hotel.price_max}, address {hotel.address}"

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

# %% assistant: Create an event on 2024-04-25 with the title in the variable `title` and the location in `location`.
from datetime import datetime, timedelta

start = datetime.strptime("2024-04-25", "%Y-%m-%d")
end = start + timedelta(hours=1)
create_calendar_event(
    title=get_variable("title"),
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    location=get_variable("location"),
)
return "created"
