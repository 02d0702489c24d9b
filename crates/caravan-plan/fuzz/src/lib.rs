//! What the fuzz targets share: programs made of bytes, and a stage to run them on.

#[path = "../../tests/differential/choices.rs"]
pub mod choices;
#[path = "../../tests/differential/expression.rs"]
pub mod expression;
#[path = "../../tests/differential/literals.rs"]
pub mod literals;
#[path = "../../tests/differential/program.rs"]
mod generator;
#[path = "../../tests/differential/shapes.rs"]
pub mod shapes;
pub mod stage;
#[path = "../../tests/differential/templates.rs"]
pub mod templates;

/// Programs of bytes.
pub mod program {
    use crate::choices::Choices;
    use crate::generator;

    /// The calls that the stage answers, by the kind of their result.
    const CALLS: &[(u8, &str)] = &[
        (b's', "search($s).title"),
        (b's', "search(query=$s).tags[$i]"),
        (b'i', "search($s).number"),
        (b'L', "search($s).tags"),
        (b'm', "stub($x, $x)"),
        (b'D', "stub(a=$x)"),
        (b's', "billing('a fixed question')"),
        (b's', "billing($s, variables={'mail': $x})"),
        (b'i', "billing(message='how many', variables={$s: $x}, output_schema=int)"),
        (b's', "get_variable('letter')"),
        (b'm', "get_variable('rows')"),
        (b'i', "query_ai_assistant($s, int)"),
        (b's', "query_ai_assistant(f'what is in {$x}', str)"),
    ];

    /// The text that the bytes are, or a program whose choices they are: which, the first of them says.
    pub fn of_bytes(bytes: &[u8]) -> String {
        match bytes.split_first() {
            Some((1, rest)) => {
                let pieces = generator::pieces(Choices::of_bytes(rest), CALLS);
                format!("{}{}", generator::HEADER, pieces.concat())
            }
            _ => String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}
