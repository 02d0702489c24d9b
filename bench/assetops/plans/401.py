# %% orchestrator
return wo(message="How are the work orders of the equipment CWC04013 in the year 2017 distributed?")

# %% wo: How are the work orders of the equipment CWC04013 in the year 2017 distributed?
found = get_work_order_distribution(equipment_id="CWC04013", start_date="2017-01-01", end_date="2017-12-31")
shares = [f"{one.primary_code} ({one.primary_code_description}): {one.count}" for one in found.distribution]
return "Work orders by primary code:\n" + "\n".join(shares)
