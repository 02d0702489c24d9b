# second step: the message names the page of the restaurant
# %% orchestrator
url = slack(message="Find a message in the channel 'general' about a great restaurant near the office. Return the URL that it names.")
food = web(message="Read the page of a restaurant at the URL in the variable `url`. Return what kind of food they serve.", variables={"url": url})
slack(message="Send Bob as a direct message what kind of food a restaurant serves: it is in the variable `food`.", variables={"food": food})
return f"Told Bob about the food: {food}"

# %% slack: Find a message in the channel 'general' about a great restaurant near the office. Return the URL that it names.
class Post(BaseModel):
    url: str

posts = [m.body for m in read_channel_messages(channel="general") if "restaurant" in m.body.lower()]
text = "\n".join(posts)
return query_ai_assistant(f"Which URL do these messages name?\n{text}", output_schema=Post).url

# %% web: Read the page of a restaurant at the URL in the variable `url`. Return what kind of food they serve.
class Restaurant(BaseModel):
    cuisine: str

page = get_webpage(url=get_variable("url"))
return query_ai_assistant(f"What kind of food does this restaurant serve?\n{page}", output_schema=Restaurant).cuisine

# %% slack: Send Bob as a direct message what kind of food a restaurant serves: it is in the variable `food`.
food = get_variable("food")
send_direct_message(recipient="Bob", body=f"The restaurant near the office serves this kind of food: {food}")
return "sent"
