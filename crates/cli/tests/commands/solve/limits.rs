//! What a limit leaves open.

use crate::stdout;

#[test]
fn moves_that_a_limit_leaves_open_share_their_bracket() {
    let limited = "solve 2x5 --rules nstt --threads 1 --node-limit 1800";
    let text = stdout(limited, 0);
    let line = text.lines().find(|line| line.starts_with("best moves: "));
    let line = line.expect("the value is known");
    assert_eq!(line.matches("(W+10 to B+10)").count(), 1, "{line}");
    assert!(
        line.contains("(a limit stopped the search after "),
        "{line}"
    );
}
