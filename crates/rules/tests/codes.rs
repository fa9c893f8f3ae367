//! Colorings as numbers.

use koproof_rules::Coloring;

#[test]
fn code_of_a_coloring_has_its_colors_as_digits() {
    let code = |symbols: &str, players| {
        let coloring = Coloring::<1, 4>::from_symbols(symbols).expect("symbols of a coloring");
        coloring.code(players)
    };
    assert_eq!(code("....", 2), 0);
    assert_eq!(code(".XO......X", 2), 3 + 2 * 9 + 3_u64.pow(9));
    assert_eq!(code(&"O".repeat(40), 2), 3_u64.pow(40) - 1);
    assert_eq!(code("3.X", 3), 3 + 16);
    assert_eq!(code(&"4".repeat(20), 4), 5_u64.pow(20) - 1);
}

#[test]
fn decoding_undoes_coding() {
    for (points, players) in [(25, 2), (40, 2), (17, 3), (12, 7)] {
        let codes = (players as u64 + 1).pow(points);
        for code in (0..codes).step_by(codes as usize / 997) {
            let coloring = Coloring::<1, 8>::from_code(code, players);
            assert_eq!(coloring.code(players), code, "{points} {players}");
        }
    }
}

#[test]
fn every_coloring_of_a_board_has_a_code_of_its_own() {
    let colorings = (0..81).map(|code| Coloring::<1, 2>::from_code(code, 2).to_symbols(4));
    let mut colorings: Vec<String> = colorings.collect();
    assert_eq!((&*colorings[1], &*colorings[2]), ("X...", "O..."));
    colorings.sort();
    colorings.dedup();
    assert_eq!(colorings.len(), 81);
}
