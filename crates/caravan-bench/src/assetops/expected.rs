//! What a right answer names, counted in the data and in what tools declare, apart from any plan: for the tasks whose
//! answer is a number or a list.
//!
//! A check is about presence: a right answer names all that is asked for, and none of what it must leave out. A count of
//! zero may be told in words, so it is not looked for.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, date};
use serde_json::{Map, Value as Json, json};

use super::data::Event;
use super::tools::{self, Environment, Role};

/// What a right answer names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// All of these, by their names.
    names: Vec<String>,
    /// None of these.
    others: Vec<String>,
    /// These numbers, each as often as it stands here.
    numbers: Vec<usize>,
    /// `yes` or `no` as the first word.
    first: Option<&'static str>,
}

/// The sensor of task 9.
const LOADED: &str = "Chiller 6 Chiller % Loaded";

/// The equipment of the tasks about events, and of those about work orders.
const EVENTFUL: &str = "CWC04009";
const ORDERED: &str = "CWC04013";

/// What the answer to a task names; none where it cannot be told by counting.
pub fn expected(environment: &Environment, task: u32) -> Option<Expected> {
    let data = &environment.data;
    let days = |from: Date, to: Date| move |day: Date| day >= from && day <= to;
    let year = |year: i16| days(date(year, 1, 1), date(year, 12, 31));
    let june = || days(date(2020, 6, 1), date(2020, 6, 30));
    let may = || days(date(2020, 5, 1), date(2020, 5, 31));
    let orders = |is_meant: fn(bool) -> bool| {
        let in_year = year(2017);
        let of_year = data.work_orders.iter().filter(move |one| {
            one.equipment_id == ORDERED && is_meant(one.preventive) && in_year(one.finished.date())
        });
        of_year.collect::<Vec<_>>()
    };
    let told = |groups: &[&str], holds: &dyn Fn(Date) -> bool| -> Vec<&Event> {
        let meant = |one: &&Event| {
            one.equipment_id == EVENTFUL && groups.contains(&one.group.as_str()) && holds(one.time.date())
        };
        data.events.iter().filter(meant).collect()
    };
    let by_group = |holds: &dyn Fn(Date) -> bool| {
        let counts = GROUPS.map(|group| told(&[group], holds).len());
        Expected::numbers(counts)
    };
    let on_days = |groups: &[&str], holds: &dyn Fn(Date) -> bool| {
        let days: BTreeSet<Date> = told(groups, holds).iter().map(|one| one.time.date()).collect();
        Expected::numbers([days.len()])
    };
    let models = || described(environment, "get_tsfm_models", "models", ["model_id", "model_description"]);
    let tasks = || described(environment, "get_ai_tasks", "tasks", ["task_id", "task_description"]);
    let has = |list: Vec<(String, String)>, word: &str| {
        let word = word.to_lowercase();
        list.iter()
            .any(|(id, about)| id.to_lowercase().contains(&word) || about.to_lowercase().contains(&word))
    };
    let models_with = |words: &[&str]| {
        let meant = |(_, about): &(String, String)| words.iter().all(|word| about.contains(word));
        models().into_iter().partition::<Vec<_>, _>(meant)
    };
    Some(match task {
        1 | 2 => Expected::names(texts(&call(environment, Role::Iot, "sites", json!({}))?, "sites")),
        3 | 4 => Expected::names(data.assets()),
        5 | 104 | 603 => {
            let first = data.telemetry.iter().find(|one| one.asset == "Chiller 6")?;
            Expected::names(first.record.keys().filter(|key| *key != "asset_id" && *key != "timestamp"))
        }
        9 | 12 => {
            let in_june = june();
            let told = |record: &Map<String, Json>| task == 12 || record.contains_key(LOADED);
            let meant = data
                .telemetry
                .iter()
                .filter(|one| one.asset == "Chiller 6" && in_june(one.time.date()) && told(&one.record));
            Expected::numbers([meant.count()])
        }
        47 => {
            let is_chiller = |name: &&str| name.to_lowercase().contains("chiller");
            let (chillers, others): (Vec<&str>, Vec<&str>) = data.assets().into_iter().partition(is_chiller);
            Expected::names(chillers).without(others)
        }
        101 | 102 | 601 | 602 => Expected::names(data.failure_modes.get("chiller")?),
        201 => Expected::names(tasks().into_iter().map(|(id, _)| id)),
        202 => Expected::names(models().into_iter().map(|(id, _)| id)),
        203 => Expected::says(!models().is_empty()),
        204 => Expected::says(has(models(), "ttm")),
        205 => Expected::says(has(models(), "lstm")),
        206 => Expected::says(has(models(), "chronos")),
        207 => Expected::says(has(tasks(), "anomaly")),
        208 => Expected::says(has(tasks(), "classification")),
        209 => Expected::says(has(models(), "context length 96")),
        210 => Expected::says(has(models(), "context length 1024")),
        211 => Expected::of(models_with(&["energy"])),
        212 => Expected::of(models_with(&["energy", "context length 96"])),
        213 => Expected::of(models_with(&["context length 96"])),
        214 => Expected::numbers([models_with(&["context length 96"]).0.len()]),
        215 => Expected::says(has(tasks(), "regression") || has(models(), "context length 1024")),
        400 => Expected::numbers([orders(|_| true).len()]),
        401 => {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for order in orders(|_| true) {
                *counts.entry(&order.primary_code).or_default() += 1;
            }
            Expected { numbers: counts.values().copied().collect(), ..Expected::names(counts.keys()) }
        }
        402 => Expected::numbers([orders(|preventive| preventive).len()]),
        403 => Expected::numbers([orders(|preventive| !preventive).len()]),
        404 => by_group(&year(2019)),
        405 | 406 => by_group(&june()),
        407 => on_days(&["ALERT", "ANOMALY"], &year(2021)),
        408 => on_days(&["ALERT", "ANOMALY"], &may()),
        409 => on_days(&GROUPS, &may()),
        410 => by_group(&days(date(2020, 6, 1), date(2020, 6, 7))),
        _ => return None,
    })
}

/// The groups of events.
const GROUPS: [&str; 3] = ["WORK_ORDER", "ALERT", "ANOMALY"];

fn call(environment: &Environment, role: Role, tool: &str, arguments: Json) -> Option<Json> {
    tools::call(environment, role, tool, &arguments).ok()
}

fn texts(object: &Json, field: &str) -> Vec<String> {
    let items = object.get(field).and_then(Json::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

/// What a tool of the time-series server lists, each with its name and what it says of itself.
fn described(environment: &Environment, tool: &str, list: &str, fields: [&str; 2]) -> Vec<(String, String)> {
    let answer = call(environment, Role::Tsfm, tool, json!({})).unwrap_or_default();
    let items = answer.get(list).and_then(Json::as_array).cloned().unwrap_or_default();
    let field =
        |item: &Json, name: &str| item.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    items.iter().map(|item| (field(item, fields[0]), field(item, fields[1]))).collect()
}

/// A code, and what it stands for.
type Pair = (String, String);

impl Expected {
    fn names<T: ToString>(names: impl IntoIterator<Item = T>) -> Expected {
        Expected { names: names.into_iter().map(|name| name.to_string()).collect(), ..Expected::default() }
    }

    fn numbers(numbers: impl IntoIterator<Item = usize>) -> Expected {
        Expected { numbers: numbers.into_iter().collect(), ..Expected::default() }
    }

    fn says(yes: bool) -> Expected {
        Expected { first: Some(if yes { "yes" } else { "no" }), ..Expected::default() }
    }

    fn of((meant, others): (Vec<Pair>, Vec<Pair>)) -> Expected {
        let id = |(id, _): (String, String)| id;
        Expected::names(meant.into_iter().map(id)).without(others.into_iter().map(id))
    }

    fn without<T: ToString>(self, others: impl IntoIterator<Item = T>) -> Expected {
        Expected { others: others.into_iter().map(|name| name.to_string()).collect(), ..self }
    }

    /// Whether an answer names what it should.
    pub fn is_met(&self, answer: &str) -> bool {
        let answer = answer.to_lowercase();
        let words: Vec<&str> =
            answer.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let stands = |name: &String| stands_in(&name.to_lowercase(), &answer);
        let without_commas = thousands_joined(&answer);
        let numbers: Vec<&str> = without_commas.split(|c: char| !c.is_alphanumeric()).collect();
        let is_there = |number: usize| {
            let wanted = self.numbers.iter().filter(|one| **one == number).count();
            let found = numbers.iter().filter(|word| **word == number.to_string()).count();
            number == 0 || found >= wanted
        };
        self.first.is_none_or(|first| words.first() == Some(&first))
            && self.names.iter().all(stands)
            && !self.others.iter().any(stands)
            && self.numbers.iter().all(|number| is_there(*number))
    }

    /// For traces.
    pub(crate) fn to_json(&self) -> Json {
        json!({"names": self.names, "others": self.others, "numbers": self.numbers, "first_word": self.first})
    }
}

/// Whether a name stands in a text as a whole: no letter or digit goes on before or behind it.
fn stands_in(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let (before, from) = text.split_at(at);
        let behind = from.strip_prefix(name).unwrap_or_default();
        !goes_on(before.chars().next_back()) && !goes_on(behind.chars().next())
    })
}

/// The text with `2,896` as `2896`.
fn thousands_joined(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
    let joins = |at: usize| {
        is_digit(at.checked_sub(1))
            && (1..=3).all(|more| is_digit(at.checked_add(more)))
            && !is_digit(at.checked_add(4))
    };
    let kept = characters.iter().enumerate().filter(|(at, c)| **c != ',' || !joins(*at));
    kept.map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_all_that_is_asked_for_and_nothing_else() {
        let energy = Expected::names(["ttm_energy_96_28"]).without(["ttm_96_28"]);
        assert!(energy.is_met("It is `ttm_energy_96_28`."));
        assert!(!energy.is_met("ttm_energy_96_28 and ttm_96_28"));
        assert!(!energy.is_met("ttm_energy_96_281"));
        assert!(Expected::names(["Chiller 6"]).is_met("chiller 6, AHU"));
        assert!(!Expected::names(["Chiller 6"]).is_met("Chiller 61"));
    }

    #[test]
    fn a_number_stands_alone_and_as_often_as_it_is_asked_for() {
        let counts = Expected::numbers([3, 30, 30]);
        assert!(counts.is_met("3 work orders, 30 alerts and 30 anomalies"));
        assert!(!counts.is_met("3 work orders, 30 alerts and no anomalies"));
        assert!(!counts.is_met("13 work orders, 30 alerts and 30 anomalies"));
        assert!(Expected::numbers([14, 0]).is_met("14 work orders, no alert"));
        assert!(Expected::numbers([2896]).is_met("2,896 records"));
        assert!(!Expected::numbers([2896]).is_met("2,8961 records"));
    }

    #[test]
    fn yes_and_no_come_first() {
        assert!(Expected::says(true).is_met("Yes, there are some."));
        assert!(!Expected::says(true).is_met("There is no reason to say yes."));
        assert!(Expected::says(false).is_met("**No**: neither."));
    }
}
