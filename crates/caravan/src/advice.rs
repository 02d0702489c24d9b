//! Advice for names that nothing has: what was meant, and what there is.

/// Names for a sentence: `` `a`, `b` and `c` ``; "nothing" if there are none.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Advice for a name that nothing has: the nearest name that exists, and which there are.
pub fn suggestion<S: AsRef<str>>(name: &str, what: &str, known: &[S]) -> String {
    let nearest = known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(name, known.as_ref()), known.as_ref()))
        .filter(|(distance, known)| *distance <= 1 + known.len().min(name.len()) / 4)
        .min();
    let there_are = match known {
        [] => format!("there is no {what}"),
        [only] => format!("the only {what} is `{}`", only.as_ref()),
        several => format!("the {what}s are {}", listed(several)),
    };
    match nearest {
        Some((_, nearest)) if known.len() == 1 => format!("did you mean `{nearest}`?"),
        Some((_, nearest)) => format!("did you mean `{nearest}`? {there_are}"),
        None => there_are,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_nearest_name_only_when_it_is_near() {
        let agents = ["sql", "notifications"];
        assert_eq!(
            suggestion("notification", "agent", &agents),
            "did you mean `notifications`? the agents are `sql` and `notifications`"
        );
        assert_eq!(suggestion("billing", "agent", &agents), "the agents are `sql` and `notifications`");
        assert_eq!(suggestion("x", "agent", &[] as &[&str]), "there is no agent");
    }
}
