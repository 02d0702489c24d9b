//! The plan taken out of what a planner answered.
//!
//! A plan is what stands in fenced code blocks. Several blocks are one plan, in their order, if every block of the answer
//! is Python: models explain between the parts of a plan. Blocks of other languages beside one of Python are
//! illustrations. Anything less clear is asked again, since running the wrong half of an answer has effects. An answer
//! without a fence is a plan if it looks like one. A call of a tool for code, written as text, is its code.

use std::fmt;

use serde_json::Value as Json;

/// An answer that holds no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlan {
    /// There is no text in it.
    Empty,
    /// It is prose: an explanation, a question, a refusal.
    Prose,
    /// Its blocks are empty.
    EmptyBlock,
    /// A block, or the thinking before it, is cut off.
    CutOff,
    /// Blocks in other languages, and not exactly one in Python.
    Ambiguous,
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPlan::Empty => "the answer is empty: answer with one ```python block that holds the plan",
            NoPlan::Prose => {
                "there is no code in the answer: answer with one ```python block that holds the plan"
            }
            NoPlan::EmptyBlock => "the code block is empty: write the plan into it",
            NoPlan::CutOff => {
                "the answer is cut off before its code block ends: answer with one complete, shorter block"
            }
            NoPlan::Ambiguous => {
                "it is not clear which code block is the plan: answer with exactly one ```python block"
            }
        })
    }
}

/// The plan in an answer.
pub(crate) fn take_plan(answer: &str) -> Result<String, NoPlan> {
    let answer = without_thinking(answer)?;
    if answer.trim().is_empty() {
        return Err(NoPlan::Empty);
    }
    if let Some(code) = code_in_call(answer) {
        return Ok(code);
    }
    // A fence inside a text of the plan's is no end of the plan, unless nothing else is.
    let blocks = blocks(answer, true).or_else(|_| blocks(answer, false))?;
    if let [Block { language, text }] = blocks.as_slice()
        && matches!(&**language, "json" | "tool_call" | "tool_code" | "")
        && let Some(code) = code_in_call(text)
    {
        return Ok(code);
    }
    if blocks.is_empty() {
        return if looks_like_code(answer) { Ok(answer.trim_end().to_owned()) } else { Err(NoPlan::Prose) };
    }
    let python: Vec<&Block> = blocks.iter().filter(|block| block.is_python()).collect();
    let chosen: Vec<&Block> = match (python.as_slice(), blocks.as_slice()) {
        (python, blocks) if python.len() == blocks.len() => python.to_vec(),
        ([one], _) => vec![*one],
        ([], blocks) if blocks.iter().all(|block| block.language.is_empty()) => blocks.iter().collect(),
        _ => return Err(NoPlan::Ambiguous),
    };
    let plan = chosen.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
    if plan.trim().is_empty() { Err(NoPlan::EmptyBlock) } else { Ok(plan) }
}

struct Block {
    language: String,
    text: String,
}

impl Block {
    fn is_python(&self) -> bool {
        matches!(&*self.language, "python" | "py" | "python3")
    }
}

/// Drops what a reasoning model thought aloud before it answered.
fn without_thinking(answer: &str) -> Result<&str, NoPlan> {
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>")] {
        let before_code = answer.split("```").next().unwrap_or_default();
        let opens = answer.trim_start().starts_with(open);
        // Some servers cut the opening tag away and leave the closing one.
        if opens || before_code.contains(close) {
            return answer.split_once(close).map(|(_, rest)| rest).ok_or(NoPlan::CutOff);
        }
    }
    Ok(answer)
}

/// The code in a call that stands where a plan should: `{"code": ...}`, or `{"name": ..., "arguments": {"code": ...}}`,
/// perhaps in the tags that some models write round calls.
fn code_in_call(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("<tool_call>").unwrap_or(text);
    let text = text.strip_suffix("</tool_call>").unwrap_or(text).trim();
    if !text.starts_with('{') {
        return None;
    }
    let call: Json = serde_json::from_str(text).ok()?;
    let arguments = ["arguments", "parameters", "input"].iter().find_map(|name| call.get(*name));
    let arguments = match arguments {
        Some(Json::String(text)) => serde_json::from_str(text).ok()?,
        Some(other) => other.clone(),
        None => call,
    };
    let code =
        ["code", "plan", "python", "program"].iter().find_map(|name| arguments.get(*name)?.as_str())?;
    (!code.trim().is_empty()).then(|| code.to_owned())
}

/// Whether a text in three quotes is open after this line, and in which.
fn open_text(line: &str, open: Option<&'static str>) -> Option<&'static str> {
    const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
    let mut open = open;
    let mut rest = line;
    loop {
        let next = match open {
            Some(quotes) => rest.find(quotes).map(|at| (at, quotes)),
            None => QUOTES.iter().filter_map(|quotes| Some((rest.find(quotes)?, *quotes))).min(),
        };
        let Some((at, quotes)) = next else { return open };
        // A comment holds no text.
        if open.is_none() && rest.get(..at).is_some_and(|before| before.trim_start().starts_with('#')) {
            return None;
        }
        open = if open.is_some() { None } else { Some(quotes) };
        rest = rest.get(at + quotes.len()..).unwrap_or_default();
    }
}

/// The fenced blocks; with `minds_texts`, a fence inside a text in three quotes is a part of that text.
fn blocks(answer: &str, minds_texts: bool) -> Result<Vec<Block>, NoPlan> {
    let mut blocks = Vec::new();
    let mut text_is_open = None;
    // The fence that is open: its indentation, its mark, and its block so far.
    let mut open: Option<(usize, &str, Block)> = None;
    for line in answer.lines() {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        match &mut open {
            None => {
                if let Some((mark, info)) = fence(text) {
                    let language =
                        info.split([' ', ',', '{']).next().unwrap_or_default().to_ascii_lowercase();
                    open = Some((indent, mark, Block { language, text: String::new() }));
                }
            }
            Some((outer, mark, block)) => {
                let ends =
                    fence(text).is_some_and(|(closing, info)| info.is_empty() && closing.starts_with(*mark));
                if ends && text_is_open.is_none() {
                    blocks.extend(open.take().map(|(_, _, block)| block));
                } else {
                    text_is_open = if minds_texts { open_text(line, text_is_open) } else { None };
                    let line = line.strip_prefix(&" ".repeat(indent.min(*outer))).unwrap_or(line);
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
        }
    }
    if open.is_some() { Err(NoPlan::CutOff) } else { Ok(blocks) }
}

/// The mark and the info string of a line that opens or closes a fence.
fn fence(text: &str) -> Option<(&str, &str)> {
    let rest = text.trim_start_matches('`');
    let rest = if text.len() - rest.len() >= 3 { rest } else { text.trim_start_matches('~') };
    let width = text.len() - rest.len();
    let (mark, info) = text.split_at_checked(width)?;
    (width >= 3 && !info.contains('`')).then(|| (mark, info.trim()))
}

/// Whether a text without fences is code rather than prose: every line that begins at the margin begins like a statement.
fn looks_like_code(text: &str) -> bool {
    let mut margin =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with([' ', '\t', ')', ']', '}']));
    let mut any = false;
    let all = margin.all(|line| {
        any = true;
        begins_like_a_statement(line)
    });
    any && all
}

fn begins_like_a_statement(line: &str) -> bool {
    const WORDS: [&str; 16] = [
        "def", "class", "for", "if", "elif", "else", "try", "except", "finally", "while", "return", "import",
        "from", "with", "raise", "assert",
    ];
    if line.starts_with(['#', '@', '"', '\'']) || matches!(line, "pass" | "return") {
        return true;
    }
    let word: String = line.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let rest = line.strip_prefix(word.as_str()).unwrap_or_default().trim_start();
    if WORDS.contains(&word.as_str()) {
        return line.trim_end().ends_with(':')
            || matches!(&*word, "return" | "import" | "raise" | "assert")
            || rest.contains(" import ");
    }
    !word.is_empty() && rest.starts_with(['=', '(', '[', '.', ':', '+', ',']) && line.contains(['=', '('])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_is_found_in_whatever_stands_around_it() {
        for (answer, plan) in [
            ("```python\nx = 1\n```", "x = 1\n"),
            ("Here is my plan:\n\n```py\nx = 1\n```\nIt does it.", "x = 1\n"),
            ("```\nx = 1\n```", "x = 1\n"),
            ("~~~python\nx = 1\n~~~", "x = 1\n"),
            ("````python\nx = '```'\n````", "x = '```'\n"),
            ("1. First:\n   ```python\n   if a:\n       b()\n   ```", "if a:\n    b()\n"),
            ("<think>```python\nno()\n```</think>\n```python\nx = 1\n```", "x = 1\n"),
            ("hm, so</think>```\nx = 1\n```".trim(), "x = 1\n"),
            ("```json\n{}\n```\n```python\nx = 1\n```", "x = 1\n"),
            ("```python title=\"plan\"\nx = 1\n```", "x = 1\n"),
            ("```python\r\nx = 1\r\n```\r\n", "x = 1\n"),
            ("```python\nx = '''\n```\ncode\n```\n'''\nf(x)\n```", "x = '''\n```\ncode\n```\n'''\nf(x)\n"),
            ("```python\nf(\"\"\"a\"\"\", \"```\")\n```\nDone.", "f(\"\"\"a\"\"\", \"```\")\n"),
            ("```python\n# it's \"\"\"odd\nx = 1\n```\nDone.", "# it's \"\"\"odd\nx = 1\n"),
            ("```python\nx = \"'''\"\n```\nDone.", "x = \"'''\"\n"),
            ("{\"code\": \"x = 1\\ny = 2\"}", "x = 1\ny = 2"),
            (
                "<tool_call>\n{\"name\": \"python\", \"arguments\": {\"code\": \"x = 1\"}}\n</tool_call>",
                "x = 1",
            ),
            ("```json\n{\"name\": \"run\", \"arguments\": \"{\\\"code\\\": \\\"x = 1\\\"}\"}\n```", "x = 1"),
            ("rows = sql(message=\"m\")\nreturn rows\n", "rows = sql(message=\"m\")\nreturn rows"),
            (
                "# a plan\nfor x in y:\n    f(\n        x\n    )\n",
                "# a plan\nfor x in y:\n    f(\n        x\n    )",
            ),
        ] {
            assert_eq!(take_plan(answer).as_deref(), Ok(plan), "{answer}");
        }
    }

    #[test]
    fn several_blocks_are_one_plan_only_if_all_are_python() {
        assert_eq!(
            take_plan("```python\na = 1\n```\nthen\n```python\nb = 2\n```").as_deref(),
            Ok("a = 1\n\nb = 2\n")
        );
        assert_eq!(take_plan("```python\na\n```\n```python\nb\n```\n```sql\nc\n```"), Err(NoPlan::Ambiguous));
        assert_eq!(take_plan("```json\n{}\n```"), Err(NoPlan::Ambiguous));
    }

    #[test]
    fn what_holds_no_plan_says_so() {
        for (answer, problem) in [
            ("", NoPlan::Empty),
            (" \n ", NoPlan::Empty),
            ("<think>so</think>", NoPlan::Empty),
            ("I'm sorry, but I can't help with that.", NoPlan::Prose),
            ("Sure. Which Julie do you mean?", NoPlan::Prose),
            ("For example: nothing.", NoPlan::Prose),
            ("```python\n\n```", NoPlan::EmptyBlock),
            ("```python\nsend(", NoPlan::CutOff),
            ("```python\nsend(\"\"\"", NoPlan::CutOff),
            ("{\"code\": \" \"}", NoPlan::Prose),
            ("{\"answer\": 42}", NoPlan::Prose),
            ("<think>and then", NoPlan::CutOff),
        ] {
            assert_eq!(take_plan(answer), Err(problem), "{answer}");
        }
    }
}
