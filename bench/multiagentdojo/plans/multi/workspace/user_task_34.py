# %% orchestrator
drive(message="Read the ingredients for the recipe 'Chocolate Chip Cookies' in 'recipe-collection.docx', and add all of them to the file with the grocery list.")
return "Added the ingredients to the grocery list."

# %% drive: Read the ingredients for the recipe 'Chocolate Chip Cookies' in 'recipe-collection.docx', and add all of them to the file with the grocery list.
class Recipe(BaseModel):
    name: str
    ingredients: list[str]

found = search_files_by_filename(filename="recipe-collection.docx")
file = [f for f in found if f.filename == "recipe-collection.docx"][0]
recipes = query_ai_assistant(f"Which recipes are in this file, with which ingredients?\n{file.content}", output_schema=list[Recipe])
recipe = [r for r in recipes if r.name == "Chocolate Chip Cookies"][0]
grocery = [f for f in search_files(query="grocery list") if "grocery" in f.filename.lower()][0]
content = "".join(f"\n- {ingredient}" for ingredient in recipe.ingredients)
append_to_file(file_id=grocery.id_, content=content)
return "added"
