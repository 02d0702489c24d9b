//! Work orders and events.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, Window};
use super::schema::{list, object, optional, record, text, tool};
use super::{Environment, ErrorKind, Role, ToolError, ToolSpec};
use crate::assetops::data::{Event, WorkOrder};

pub(super) fn specs() -> Vec<ToolSpec> {
    let equipment = || ("equipment_id", text("The equipment, such as CWC04009"), true);
    let from = || ("start_date", text("The first day, such as 2020-06-01; that day is in"), false);
    let to = || ("end_date", text("The last day, such as 2020-06-30; that day is in"), false);
    let a_text = || json!({"type": "string"});
    let a_count = || json!({"type": "integer"});
    let orders = |name: &'static str, about: &str| {
        let order = object([
            ("wo_id", a_text()),
            ("wo_description", a_text()),
            ("collection", a_text()),
            ("primary_code", a_text()),
            ("primary_code_description", a_text()),
            ("secondary_code", a_text()),
            ("secondary_code_description", a_text()),
            ("equipment_id", a_text()),
            ("equipment_name", a_text()),
            ("preventive", json!({"type": "boolean"})),
            ("work_priority", a_count()),
            ("actual_finish", a_text()),
            ("duration", a_text()),
            ("actual_labor_hours", a_text()),
        ]);
        let found = windowed([("total", a_count()), ("work_orders", list(order))]);
        tool(name, about, [equipment(), from(), to()], found)
    };
    let event = record([
        "event_id",
        "event_group",
        "event_category",
        "event_type",
        "description",
        "equipment_id",
        "equipment_name",
        "event_time",
        "note",
    ]);
    let share = object([
        ("category", a_text()),
        ("primary_code", a_text()),
        ("primary_code_description", a_text()),
        ("count", a_count()),
    ]);
    let prediction = object([
        ("category", a_text()),
        ("primary_code", a_text()),
        ("primary_code_description", a_text()),
        ("probability", json!({"type": "number"})),
    ]);
    let transition = object([
        ("transition", a_text()),
        ("primary_code", a_text()),
        ("primary_code_description", a_text()),
        ("count", a_count()),
        ("probability", json!({"type": "number"})),
        ("average_hours_to_maintenance", json!({"type": "number"})),
    ]);
    let code = record([
        "category",
        "primary_code",
        "primary_code_description",
        "secondary_code",
        "secondary_code_description",
    ]);
    vec![
        orders(
            "get_work_orders",
            "Lists the finished work orders of a piece of equipment, in order of time.",
        ),
        orders("get_preventive_work_orders", "Lists the preventive ones among the finished work orders."),
        orders("get_corrective_work_orders", "Lists the corrective ones among the finished work orders."),
        tool(
            "get_events",
            "Lists the events of a piece of equipment in order of time: `event_group` is WORK_ORDER, ALERT or ANOMALY.",
            [equipment(), from(), to()],
            windowed([("total", a_count()), ("events", list(event))]),
        ),
        tool(
            "get_failure_codes",
            "Lists the codes of failures and of work.",
            [],
            object([("total", a_count()), ("failure_codes", list(code))]),
        ),
        tool(
            "get_work_order_distribution",
            "Counts finished work orders by their primary code, the most frequent first.",
            [equipment(), from(), to()],
            windowed([("total_work_orders", a_count()), ("distribution", list(share))]),
        ),
        tool(
            "predict_next_work_order",
            "Tells how likely each kind of work order is to come next: how often it followed on the kind of the last work \
             order in the window (a Markov chain over the primary codes, in order of time).",
            [equipment(), from(), to()],
            windowed([("last_work_order_type", a_text()), ("predictions", list(prediction))]),
        ),
        tool(
            "analyze_alert_to_failure",
            "Tells which kind of work order was the first to be finished after the alerts of a rule, how often, and after \
             how many hours. The window is about the alerts.",
            [equipment(), ("rule_id", text("The rule of the alerts, such as RUL0018"), true), from(), to()],
            object([
                ("equipment_id", a_text()),
                ("rule_id", a_text()),
                ("start_date", optional(a_text())),
                ("end_date", optional(a_text())),
                ("total_alerts_analyzed", a_count()),
                ("transitions", list(transition)),
                ("message", a_text()),
            ]),
        ),
    ]
}

/// An object with the equipment and the window before these fields, and a message after them.
fn windowed(fields: [(&str, Json); 2]) -> Json {
    let a_text = || json!({"type": "string"});
    let [one, other] = fields;
    object([
        ("equipment_id", a_text()),
        ("start_date", optional(a_text())),
        ("end_date", optional(a_text())),
        one,
        other,
        ("message", a_text()),
    ])
}

pub(super) fn call(
    environment: &Environment,
    tool: &str,
    arguments: &Arguments<'_>,
) -> Result<Json, ToolError> {
    let asked = || Asked::new(environment, arguments);
    match tool {
        "get_work_orders" => asked()?.work_orders("work order", |_| true),
        "get_preventive_work_orders" => asked()?.work_orders("preventive work order", |one| one.preventive),
        "get_corrective_work_orders" => asked()?.work_orders("corrective work order", |one| !one.preventive),
        "get_events" => asked()?.events(),
        "get_failure_codes" => Ok(failure_codes(environment)),
        "get_work_order_distribution" => asked()?.distribution(),
        "predict_next_work_order" => asked()?.next(),
        "analyze_alert_to_failure" => asked()?.after_alerts(&arguments.text("rule_id")?),
        _ => Err(ToolError::unknown_tool(Role::Wo, tool)),
    }
}

fn failure_codes(environment: &Environment) -> Json {
    let codes: Vec<Json> = environment
        .data
        .failure_codes
        .iter()
        .map(|one| {
            json!({
                "category": one.category,
                "primary_code": one.primary_code,
                "primary_code_description": one.primary_code_description,
                "secondary_code": one.secondary_code,
                "secondary_code_description": one.secondary_code_description,
            })
        })
        .collect();
    json!({"total": codes.len(), "failure_codes": codes})
}

/// A piece of equipment that there is, and a window.
struct Asked<'a> {
    environment: &'a Environment,
    equipment: String,
    window: Window,
}

impl<'a> Asked<'a> {
    fn new(environment: &'a Environment, arguments: &Arguments<'_>) -> Result<Asked<'a>, ToolError> {
        let equipment = arguments.text("equipment_id")?;
        let known = environment.data.equipment();
        if !known.contains_key(equipment.as_str()) {
            let known: Vec<String> = known.iter().map(|(id, name)| format!("{id} ({name})")).collect();
            let message = format!("there is no equipment `{equipment}`; there is {}", known.join(", "));
            return Err(ToolError::new(ErrorKind::UnknownEquipment, equipment, message));
        }
        Ok(Asked { environment, equipment, window: arguments.window()? })
    }

    /// That there is not one of these.
    fn none(&self, what: &str) -> ToolError {
        let words = self.window.words();
        let message = format!("there is no {what} of the equipment {}{words}", self.equipment);
        let subject = if words.is_empty() { self.equipment.clone() } else { words.trim().to_owned() };
        ToolError::new(ErrorKind::EmptyWindow, subject, message)
    }

    /// The work orders in the window, in order of time, at least one.
    fn orders(
        &self,
        what: &str,
        is_meant: impl Fn(&WorkOrder) -> bool,
    ) -> Result<Vec<&'a WorkOrder>, ToolError> {
        let mut found: Vec<&WorkOrder> = self
            .environment
            .data
            .work_orders
            .iter()
            .filter(|one| {
                one.equipment_id == self.equipment && is_meant(one) && self.window.holds(one.finished)
            })
            .collect();
        found.sort_by_key(|one| one.finished);
        if found.is_empty() { Err(self.none(what)) } else { Ok(found) }
    }

    /// What it comes to, with these fields and a message.
    fn told<const N: usize>(&self, fields: [(&str, Json); N], message: &str) -> Json {
        let (start, end) = &self.window.written;
        let mut told = json!({"equipment_id": self.equipment, "start_date": start, "end_date": end});
        if let Json::Object(map) = &mut told {
            map.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
            map.insert("message".to_owned(), json!(format!("{message}{}", self.window.words())));
        }
        told
    }

    fn work_orders(&self, what: &str, is_meant: impl Fn(&WorkOrder) -> bool) -> Result<Json, ToolError> {
        let found = self.orders(what, is_meant)?;
        let orders: Vec<Json> = found.iter().map(|one| work_order(one)).collect();
        let message = format!("found {} {what}s of {}", found.len(), self.equipment);
        Ok(self.told([("total", json!(found.len())), ("work_orders", json!(orders))], &message))
    }

    fn events(&self) -> Result<Json, ToolError> {
        let mut found: Vec<&Event> = self
            .environment
            .data
            .events
            .iter()
            .filter(|one| one.equipment_id == self.equipment && self.window.holds(one.time))
            .collect();
        found.sort_by_key(|one| one.time);
        if found.is_empty() {
            return Err(self.none("event"));
        }
        let events: Vec<Json> = found.iter().map(|one| event(one)).collect();
        let message = format!("found {} events of {}", found.len(), self.equipment);
        Ok(self.told([("total", json!(found.len())), ("events", json!(events))], &message))
    }

    fn category(&self, primary_code: &str) -> &'a str {
        let codes = &self.environment.data.failure_codes;
        codes.iter().find(|one| one.primary_code == primary_code).map_or("", |one| &one.category)
    }

    fn distribution(&self) -> Result<Json, ToolError> {
        let found = self.orders("work order", |_| true)?;
        let shares: Vec<Json> = counted(&found)
            .into_iter()
            .map(|(one, count)| {
                json!({
                    "category": self.category(&one.primary_code),
                    "primary_code": one.primary_code,
                    "primary_code_description": one.primary_code_description,
                    "count": count,
                })
            })
            .collect();
        let message = format!("found {} work orders of {}", found.len(), self.equipment);
        Ok(self.told([("total_work_orders", json!(found.len())), ("distribution", json!(shares))], &message))
    }

    fn next(&self) -> Result<Json, ToolError> {
        let found = self.orders("work order", |_| true)?;
        let last = found.last().map_or("", |one| one.primary_code.as_str());
        let followed: Vec<&WorkOrder> = found
            .iter()
            .zip(found.iter().skip(1))
            .filter(|(one, _)| one.primary_code == last)
            .map(|(_, next)| *next)
            .collect();
        if followed.is_empty() {
            let message = format!(
                "the last work order of {}{}, of the kind {last}, is the first of its kind: nothing tells what follows",
                self.equipment,
                self.window.words()
            );
            return Err(ToolError::new(ErrorKind::TooFewRows, last, message));
        }
        let predictions: Vec<Json> = counted(&followed)
            .into_iter()
            .map(|(one, count)| {
                json!({
                    "category": self.category(&one.primary_code),
                    "primary_code": one.primary_code,
                    "primary_code_description": one.primary_code_description,
                    "probability": count as f64 / followed.len() as f64,
                })
            })
            .collect();
        let message =
            format!("{last} was followed {} times by a work order of {}", followed.len(), self.equipment);
        Ok(self.told([("last_work_order_type", json!(last)), ("predictions", json!(predictions))], &message))
    }

    fn after_alerts(&self, rule: &str) -> Result<Json, ToolError> {
        let data = &self.environment.data;
        if !data.alerts.iter().any(|one| one.rule == rule) {
            let mut known: Vec<&str> = data.alerts.iter().map(|one| one.rule.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            let message =
                format!("there is no alert by a rule `{rule}`; there are some by {}", known.join(", "));
            return Err(ToolError::new(ErrorKind::UnknownRule, rule, message));
        }
        let alerts: Vec<DateTime> = data
            .alerts
            .iter()
            .filter(|one| {
                one.equipment_id == self.equipment && one.rule == rule && self.window.holds(one.start)
            })
            .map(|one| one.start)
            .collect();
        if alerts.is_empty() {
            return Err(self.none(&format!("alert by the rule {rule}")));
        }
        let mut orders: Vec<&WorkOrder> =
            data.work_orders.iter().filter(|one| one.equipment_id == self.equipment).collect();
        orders.sort_by_key(|one| one.finished);
        let mut followed = Vec::new();
        let mut hours: BTreeMap<&str, f64> = BTreeMap::new();
        for alert in &alerts {
            if let Some(order) = orders.iter().find(|one| one.finished > *alert) {
                followed.push(*order);
                let waited = order.finished.duration_since(*alert).as_secs_f64() / 3600.0;
                *hours.entry(&order.primary_code).or_default() += waited;
            }
        }
        let transitions: Vec<Json> = counted(&followed)
            .into_iter()
            .map(|(one, count)| {
                let total = hours.get(one.primary_code.as_str()).copied().unwrap_or_default();
                json!({
                    "transition": format!("{rule} -> {}", one.primary_code),
                    "primary_code": one.primary_code,
                    "primary_code_description": one.primary_code_description,
                    "count": count,
                    "probability": count as f64 / followed.len() as f64,
                    "average_hours_to_maintenance": total / count as f64,
                })
            })
            .collect();
        let message =
            format!("{} of {} alerts by {rule} were followed by a work order", followed.len(), alerts.len());
        Ok(self.told(
            [
                ("rule_id", json!(rule)),
                ("total_alerts_analyzed", json!(alerts.len())),
                ("transitions", json!(transitions)),
            ],
            &message,
        ))
    }
}

/// One of each primary code with how many there are, the most frequent first.
fn counted<'a>(orders: &[&'a WorkOrder]) -> Vec<(&'a WorkOrder, usize)> {
    let mut counts: BTreeMap<&str, (&WorkOrder, usize)> = BTreeMap::new();
    for order in orders {
        counts.entry(&order.primary_code).or_insert((order, 0)).1 += 1;
    }
    let mut counts: Vec<_> = counts.into_values().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn work_order(one: &WorkOrder) -> Json {
    json!({
        "wo_id": one.id,
        "wo_description": one.description,
        "collection": one.collection,
        "primary_code": one.primary_code,
        "primary_code_description": one.primary_code_description,
        "secondary_code": one.secondary_code,
        "secondary_code_description": one.secondary_code_description,
        "equipment_id": one.equipment_id,
        "equipment_name": one.equipment_name,
        "preventive": one.preventive,
        "work_priority": one.priority,
        "actual_finish": one.finished.to_string(),
        "duration": one.duration,
        "actual_labor_hours": one.labor_hours,
    })
}

fn event(one: &Event) -> Json {
    json!({
        "event_id": one.id,
        "event_group": one.group,
        "event_category": one.category,
        "event_type": one.kind,
        "description": one.description,
        "equipment_id": one.equipment_id,
        "equipment_name": one.equipment_name,
        "event_time": one.time.to_string(),
        "note": one.note,
    })
}
