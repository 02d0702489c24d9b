//! The plan of a system as a graph for Graphviz, and as a drawing.

use std::fmt::Write;

use caravan::core::forecast::Node;
use caravan::plan::OutlinedKind;

use crate::terminal::excerpt;

/// An agent or a tool in the drawing, and how it is reached.
struct Shape {
    title: String,
    /// What an agent is told.
    text: String,
    kind: OutlinedKind,
    /// The line of the plan above that calls it; none for the root.
    line: Option<u32>,
    /// Whether untrusted data can decide that it is called.
    chosen: bool,
    below: Vec<Shape>,
}

impl Shape {
    fn of(node: &Node<'_>, root: &str, line: Option<u32>, chosen: bool) -> Shape {
        let request = &node.episode.request;
        let title = if request.agent().is_root() { root } else { request.agent().as_str() };
        let mut below = Vec::new();
        for ((call, begun), left_out) in node.outline.calls.iter().zip(&node.children).zip(&node.left_out) {
            let (line, chosen) = (Some(call.span.line), call.branch_untrusted);
            if begun.is_empty() || *left_out > 0 {
                let text = match call.kind {
                    OutlinedKind::Agent if *left_out > 0 => "left out: the tree is full",
                    OutlinedKind::Agent => "what it is told is known when the plan runs",
                    OutlinedKind::Tool | OutlinedKind::Model => "",
                };
                let title = call.name.to_string();
                below.push(Shape {
                    title,
                    text: text.to_owned(),
                    kind: call.kind,
                    line,
                    chosen,
                    below: Vec::new(),
                });
            }
            below.extend(begun.iter().map(|node| Shape::of(node, root, line, chosen)));
        }
        let text = request.instruction().text().to_owned();
        Shape { title: title.to_owned(), text, kind: OutlinedKind::Agent, line, chosen, below }
    }

    fn depth(&self) -> usize {
        1 + self.below.iter().map(Shape::depth).max().unwrap_or(0)
    }
}

/// A directed graph in Graphviz's language: agents are boxes, tools ellipses; what untrusted data can decide is dashed.
pub fn dot(root: &Node<'_>, name: &str) -> String {
    let mut text = String::from("digraph plan {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n");
    let mut count = 0;
    add_to_graph(&Shape::of(root, name, None, false), None, &mut count, &mut text);
    text.push_str("}\n");
    text
}

fn add_to_graph(shape: &Shape, above: Option<usize>, count: &mut usize, text: &mut String) {
    let id = *count;
    *count += 1;
    let escaped = |text: &str| excerpt(text, 60).replace('\\', "\\\\").replace('"', "\\\"");
    let form = match shape.kind {
        OutlinedKind::Agent => "box",
        OutlinedKind::Tool => "ellipse",
        OutlinedKind::Model => "diamond",
    };
    let told = if shape.text.is_empty() { String::new() } else { format!("\\n{}", escaped(&shape.text)) };
    let _ = writeln!(text, "  n{id} [shape={form}, label=\"{}{told}\"];", escaped(&shape.title));
    if let (Some(above), Some(line)) = (above, shape.line) {
        let style = if shape.chosen { ", style=dashed, color=red" } else { "" };
        let _ = writeln!(text, "  n{above} -> n{id} [label=\"line {line}\"{style}];");
    }
    shape.below.iter().for_each(|below| add_to_graph(below, Some(id), count, text));
}

/// How wide and high a shape is.
const SIZE: (usize, usize) = (270, 52);
/// How far the next one stands to the right, and below.
const STEP: (usize, usize) = (350, 68);
const MARGIN: usize = 24;

/// A drawing: the root at the left, what it calls to its right, in the order of the text.
pub fn svg(root: &Node<'_>, name: &str) -> String {
    let root = Shape::of(root, name, None, false);
    let mut body = String::new();
    let mut rows = 0;
    draw(&root, 0, &mut rows, &mut body);
    let width = MARGIN * 2 + STEP.0 * (root.depth() - 1) + SIZE.0;
    let width = width.max(640);
    let legend = MARGIN * 2 + STEP.1 * rows;
    let height = legend + 18;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}\
         <text x=\"{MARGIN}\" y=\"{legend}\" fill=\"#57606a\" font-size=\"12\">Blue: agents, and what they are told. \
         Green: tools. Dashed: only if untrusted data says so.</text>\n</svg>\n"
    )
}

/// Draws a shape with all below it, and gives the height at which its middle stands.
fn draw(shape: &Shape, column: usize, rows: &mut usize, body: &mut String) -> usize {
    let x = MARGIN + STEP.0 * column;
    let heights: Vec<usize> = shape.below.iter().map(|below| draw(below, column + 1, rows, body)).collect();
    let middle = match (heights.first(), heights.last()) {
        (Some(first), Some(last)) => first.midpoint(*last),
        _ => {
            *rows += 1;
            MARGIN + STEP.1 * (*rows - 1) + SIZE.1 / 2
        }
    };
    for (below, to) in shape.below.iter().zip(heights) {
        line(below, (x + SIZE.0, middle), (x + STEP.0, to), body);
    }
    let (fill, stroke, round) = match shape.kind {
        OutlinedKind::Agent => ("#ddf4ff", "#0969da", 4),
        OutlinedKind::Tool => ("#dafbe1", "#1a7f37", 26),
        OutlinedKind::Model => ("#fff8c5", "#9a6700", 26),
    };
    let y = middle - SIZE.1 / 2;
    let (width, height) = SIZE;
    let _ = writeln!(
        body,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{fill}\" \
         stroke=\"{stroke}\"/>"
    );
    let centre = x + SIZE.0 / 2;
    let title = escaped(&excerpt(&shape.title, 32));
    let at = if shape.text.is_empty() { middle + 5 } else { middle - 5 };
    let _ = writeln!(
        body,
        "<text x=\"{centre}\" y=\"{at}\" text-anchor=\"middle\" font-weight=\"600\">{title}</text>"
    );
    if !shape.text.is_empty() {
        let (short, whole) = (escaped(&excerpt(&shape.text, 44)), escaped(&excerpt(&shape.text, 2_000)));
        let at = middle + 14;
        let _ = writeln!(
            body,
            "<text x=\"{centre}\" y=\"{at}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#24292f\">{short}\
             <title>{whole}</title></text>"
        );
    }
    middle
}

/// The line from a shape to one that it calls.
fn line(to: &Shape, (x1, y1): (usize, usize), (x2, y2): (usize, usize), body: &mut String) {
    let (colour, dash) = if to.chosen { ("#cf222e", " stroke-dasharray=\"5 4\"") } else { ("#57606a", "") };
    let half = x1.midpoint(x2);
    let _ = writeln!(
        body,
        "<path d=\"M{x1},{y1} C{half},{y1} {half},{y2} {x2},{y2}\" fill=\"none\" stroke=\"{colour}\"{dash}/>"
    );
    if let Some(line) = to.line {
        let (x, y) = (x2 - 4, y2 - 6);
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" font-size=\"11\" fill=\"{colour}\" \
             paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"4\">line {line}</text>"
        );
    }
}

/// A text as SVG has it; what is hidden in it is spelled out already.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
