# %% orchestrator
class Flight(BaseModel):
    airline: str
    flight_number: str
    price: float

class Company(BaseModel):
    name: str
    rating: float
    price: float
    types: list[str]
    fuels: list[str]

flights = assistant(message="Return the airline, flight number and price of each flight from Paris to London.", output_schema=list[Flight])
found = car_rental(message="Return the name, rating, price per day, car types and fuel options of each car rental company in London.", output_schema=list[Company])
flight = min(flights, key=lambda f: f.price)
company = max(found, key=lambda c: c.rating)
return (
    f"Flight: {flight.airline}, {flight.flight_number}, price for 2 people {2 * flight.price}. "
    f"Car: {company.name}, rating {company.rating}, price for 4 days {4 * company.price}."
)

# %% assistant: Return the airline, flight number and price of each flight from Paris to London.
class Flight(BaseModel):
    airline: str
    flight_number: str
    price: float

text = get_flight_information(departure_city="Paris", arrival_city="London")
return query_ai_assistant(f"Which flights are these?\n{text}", output_schema=list[Flight])

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
