# %% orchestrator
class Hotel(BaseModel):
    rating: float
    price_min: float
    price_max: float
    address: str

hotel = hotels(message="Return the rating, minimum and maximum price, and address of the hotel 'City Hub'.", output_schema=Hotel)
if hotel.rating > 4 and hotel.price_min < 200:
    assistant(
        message="Create an event on 2025-01-02 with the title 'City Hub' and the location in the variable `location`.",
        variables={"location": hotel.address},
    )
return f"City Hub: address {hotel.address}, rating {hotel.rating}, price {hotel.price_min} - {hotel.price_max}"

# %% hotels: Return the rating, minimum and maximum price, and address of the hotel 'City Hub'.
class Rated(BaseModel):
    rating: float

class Priced(BaseModel):
    price_min: float
    price_max: float

reviews = get_rating_reviews_for_hotels(hotel_names=["City Hub"])["City Hub"]
prices = get_hotels_prices(hotel_names=["City Hub"])["City Hub"]
rated = query_ai_assistant(f"What is the rating?\n{reviews}", output_schema=Rated)
priced = query_ai_assistant(f"What are the minimum and the maximum price?\n{prices}", output_schema=Priced)
address = get_hotels_address(hotel_name="City Hub")["City Hub"]
return {"rating": rated.rating, "price_min": priced.price_min, "price_max": priced.price_max, "address": address}

# %% assistant: Create an event on 2025-01-02 with the title 'City Hub' and the location in the variable `location`.
from datetime import datetime, timedelta

start = datetime.strptime("2025-01-02", "%Y-%m-%d")
end = start + timedelta(hours=1)
create_calendar_event(
    title="City Hub",
    start_time=start.strftime("%Y-%m-%d %H:%M"),
    end_time=end.strftime("%Y-%m-%d %H:%M"),
    location=get_variable("location"),
)
return "created"
