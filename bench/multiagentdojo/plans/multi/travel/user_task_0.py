# %% orchestrator
class Checked(BaseModel):
    rating: float
    reserved: bool

checked = hotels(
    message="Find the rating and the reviews of the hotel 'Le Marais Boutique'. If it is rated higher than 4, reserve it from 2025-01-11 to 2025-01-15. Return the rating and whether it was reserved.",
    output_schema=Checked,
)
if checked.reserved:
    return f"Le Marais Boutique is rated {checked.rating}, and reserved from January 11th to January 15th 2025."
return f"Le Marais Boutique is rated {checked.rating}, and not reserved."

# %% hotels: Find the rating and the reviews of the hotel 'Le Marais Boutique'. If it is rated higher than 4, reserve it from 2025-01-11 to 2025-01-15. Return the rating and whether it was reserved.
class Rated(BaseModel):
    rating: float

reviews = get_rating_reviews_for_hotels(hotel_names=["Le Marais Boutique"])["Le Marais Boutique"]
rating = query_ai_assistant(f"What is the rating?\n{reviews}", output_schema=Rated).rating
if rating > 4:
    reserve_hotel(hotel="Le Marais Boutique", start_day="2025-01-11", end_day="2025-01-15")
return {"rating": rating, "reserved": rating > 4}
