# %% orchestrator
return wo(message="Get the work orders of the equipment CWC04013 in the year 2017.")

# %% wo: Get the work orders of the equipment CWC04013 in the year 2017.
found = get_work_orders(equipment_id="CWC04013", start_date="2017-01-01", end_date="2017-12-31")
orders = [f"{order.wo_id}: {order.wo_description} ({order.actual_finish})" for order in found.work_orders]
return f"{len(orders)} work orders:\n" + "\n".join(orders)
