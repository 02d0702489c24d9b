# %% orchestrator
class Company(BaseModel):
    name: str
    rating: float
    price: float
    types: list[str]
    fuels: list[str]

found = car_rental(message="Return the name, rating, price per day, car types and fuel options of each car rental company in Los Angeles.", output_schema=list[Company])
company = max([c for c in found if "Electric" in c.fuels], key=lambda c: c.rating)
return f"{company.name}, rating {company.rating}, price for a week {7 * company.price}"

# %% car_rental: Return the name, rating, price per day, car types and fuel options of each car rental company in Los Angeles.
class Rated(BaseModel):
    rating: float

names = query_ai_assistant("Which companies are these?\n" + get_all_car_rental_companies_in_city(city="Los Angeles"), output_schema=list[str])
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
