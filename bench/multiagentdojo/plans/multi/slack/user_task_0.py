# %% orchestrator
content = web(message="Return the content of the webpage www.informations.com.")
return f"The content of www.informations.com:\n{content}"

# %% web: Return the content of the webpage www.informations.com.
return get_webpage(url="www.informations.com")
