//! What was tried of each property, kept in a file of lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// What was tried with one build of the tests.
pub(super) struct State {
    file: PathBuf,
    build: u64,
    properties: BTreeMap<String, Tried>,
}

/// What was tried of a property.
#[derive(Default)]
struct Tried {
    /// INVARIANT: in order, and apart from each other.
    seeds: Vec<Range<u64>>,
    seconds: u64,
    /// What the tests counted, by name.
    counts: BTreeMap<String, u64>,
}

impl State {
    /// What the file says of this build; nothing if it speaks of another.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or holds something else.
    pub(super) fn load(file: PathBuf, build: u64) -> Result<State, String> {
        let mut state = State { file, build, properties: BTreeMap::new() };
        let text = match std::fs::read_to_string(&state.file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(state),
            Err(error) => return Err(format!("{} could not be read: {error}", state.file.display())),
        };
        let mut lines = text.lines();
        if lines.next() != Some(state.head().as_str()) {
            return Ok(state);
        }
        for line in lines {
            let known = state.take(line);
            known.ok_or_else(|| {
                format!("{} is not understood at `{line}`: delete it", state.file.display())
            })?;
        }
        Ok(state)
    }

    fn head(&self) -> String {
        format!("build {:016x}", self.build)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(' ')?;
        let tried = self.properties.entry(name.to_owned()).or_default();
        let (what, number) = rest.rsplit_once(' ')?;
        match what {
            "seeds" => {
                let (start, end) = number.split_once("..")?;
                tried.seeds.push(start.parse().ok()?..end.parse().ok()?);
            }
            "seconds" => tried.seconds = number.parse().ok()?,
            _ => {
                tried.counts.insert(what.to_owned(), number.parse().ok()?);
            }
        }
        Some(())
    }

    fn save(&self) -> Result<(), String> {
        let mut text = self.head() + "\n";
        for (name, tried) in &self.properties {
            for seeds in &tried.seeds {
                let _ = writeln!(text, "{name} seeds {}..{}", seeds.start, seeds.end);
            }
            let _ = writeln!(text, "{name} seconds {}", tried.seconds);
            for (what, number) in &tried.counts {
                let _ = writeln!(text, "{name} {what} {number}");
            }
        }
        // Written beside it and moved, so that an end in the middle loses nothing.
        let fresh = self.file.with_extension("new");
        std::fs::write(&fresh, text)
            .and_then(|()| std::fs::rename(&fresh, &self.file))
            .map_err(|error| format!("{} could not be written: {error}", self.file.display()))
    }

    /// How many seeds of a property were tried.
    pub(super) fn tried(&self, property: &str) -> u64 {
        let seeds = self.properties.get(property).map_or(&[][..], |tried| &tried.seeds);
        seeds.iter().map(|seeds| seeds.end - seeds.start).sum()
    }

    /// The first seed of a property that was not tried, and how many may be from there until so many are in all.
    pub(super) fn next(&self, property: &str, programs: u64) -> (u64, u64) {
        let seeds = self.properties.get(property).map_or(&[][..], |tried| &tried.seeds);
        let mut next = 1;
        for known in seeds {
            if known.start > next {
                return (next, (known.start - next).min(programs.saturating_sub(self.tried(property))));
            }
            next = next.max(known.end);
        }
        (next, programs.saturating_sub(self.tried(property)))
    }

    /// Notes that the programs of these seeds were tried.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn add(
        &mut self,
        property: &str,
        seeds: Range<u64>,
        took: Duration,
        numbers: Vec<(String, u64)>,
    ) -> Result<(), String> {
        let tried = self.properties.entry(property.to_owned()).or_default();
        let again = tried.seeds.iter().any(|known| known.start < seeds.end && seeds.start < known.end);
        tried.seeds.push(seeds);
        tried.seeds.sort_by_key(|seeds| seeds.start);
        let mut united: Vec<Range<u64>> = Vec::new();
        for seeds in tried.seeds.drain(..) {
            match united.last_mut() {
                Some(last) if last.end >= seeds.start => last.end = last.end.max(seeds.end),
                _ => united.push(seeds),
            }
        }
        tried.seeds = united;
        tried.seconds += took.as_secs();
        // What is tried again is not counted again.
        if !again {
            for (name, number) in numbers {
                *tried.counts.entry(name).or_default() += number;
            }
        }
        self.save()
    }

    /// What was tried of a property, for people.
    pub(super) fn report(&self, property: &str) -> String {
        let Some(tried) = self.properties.get(property) else {
            return format!("{property}: nothing was tried");
        };
        let seeds: Vec<String> =
            tried.seeds.iter().map(|seeds| format!("{} to {}", seeds.start, seeds.end - 1)).collect();
        let mut text = format!(
            "{property}: {} programs without a violation, seeds {}, {} min {} s",
            self.tried(property),
            seeds.join(", "),
            tried.seconds / 60,
            tried.seconds % 60
        );
        for (name, number) in &tried.counts {
            let _ = write!(text, "\n  {name}: {number}");
        }
        text
    }
}
