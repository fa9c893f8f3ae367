//! Drawings of boards as text.

use koproof_rules::{Board, Coloring, Game, Move, Point, Shape, text};

/// The width of drawings, unless a board is wider.
pub(crate) const WIDTH: usize = 80;

/// Draws a coloring with the names of its points: grids as grids, other boards as a row of points above their numbers.
/// Every line is indented by two spaces.
pub(crate) fn coloring<const W: usize, const N: usize>(
    board: &Board,
    coloring: &Coloring<W, N>,
) -> String {
    match (board.lettered(), board.shape()) {
        (Some((rows, columns)), _) => grid(board, coloring, rows, columns),
        (None, Shape::Grid { rows: 1, .. }) => numbered(board, coloring),
        (None, Shape::Grid { .. }) => text::rows(board, coloring)
            .iter()
            .map(|row| format!("  {row}\n"))
            .collect(),
        (None, _) => numbered(board, coloring),
    }
}

fn grid<const W: usize, const N: usize>(
    board: &Board,
    coloring: &Coloring<W, N>,
    rows: u16,
    columns: u16,
) -> String {
    let width = rows.to_string().len();
    let mut drawing = String::new();
    for (row, number) in text::rows(board, coloring).iter().zip((1..=rows).rev()) {
        let points = spaced(row.chars());
        drawing += &format!("  {number:>width$} {points}\n");
    }
    let letters = spaced((b'a'..).take(columns.into()).map(char::from));
    drawing + &format!("  {:width$} {letters}\n", "")
}

fn numbered<const W: usize, const N: usize>(board: &Board, coloring: &Coloring<W, N>) -> String {
    let width = (board.points() - 1).to_string().len();
    let on_a_line = (WIDTH - 2) / (width + 1);
    let symbols: Vec<char> = coloring.to_symbols(board.points()).chars().collect();
    let mut drawing = String::new();
    for (line, symbols) in symbols.chunks(on_a_line).enumerate() {
        let cells: Vec<String> = symbols.iter().map(|s| format!("{s:>width$}")).collect();
        let first = line * on_a_line;
        let numbers: Vec<String> = (first..first + symbols.len())
            .map(|number| format!("{number:>width$}"))
            .collect();
        drawing += &format!("  {}\n  {}\n", cells.join(" "), numbers.join(" "));
    }
    drawing
}

fn spaced(symbols: impl Iterator<Item = char>) -> String {
    let cells: Vec<String> = symbols.map(String::from).collect();
    cells.join(" ")
}

/// Draws the moves of a line as a sequence of boards, the stone just played in brackets: grids side by side, other
/// boards and single rows one a line. Every line is indented by two spaces. The moves are numbered from the start of the game.
pub(crate) fn sequence(board: &Board, mut game: Game<'_, 1, 2>, line: &[Move]) -> String {
    let (mut labels, mut pictures) = (Vec::new(), Vec::new());
    // Superko is explained with the same numbers.
    let first = game.moves().count() + 1;
    for (number, &taken) in (first..).zip(line) {
        let turn = text::turn(board, game.to_move(), taken);
        if game.play(taken).is_err() {
            break;
        }
        labels.push(format!("{number}. {turn}"));
        pictures.push(picture(board, game.coloring(), taken));
    }
    let label_width = labels.iter().map(String::len).max().unwrap_or(0);
    let height = pictures.first().map_or(0, Vec::len);
    if height <= 1 {
        return labels
            .iter()
            .zip(pictures)
            .map(|(label, rows)| format!("  {label:label_width$}  {}\n", rows.concat().trim_end()))
            .collect();
    }
    let row_width = pictures
        .iter()
        .flatten()
        .map(|row| row.chars().count())
        .max();
    let width = label_width.max(row_width.unwrap_or(0)) + 2;
    let on_a_line = ((WIDTH - 2) / width).max(1);
    let mut drawing = String::new();
    for (labels, pictures) in labels.chunks(on_a_line).zip(pictures.chunks(on_a_line)) {
        if !drawing.is_empty() {
            drawing.push('\n');
        }
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: String = cells.map(|cell| format!("{cell:width$}")).collect();
            drawing += &format!("  {}\n", cells.trim_end());
        };
        line(&mut labels.iter().map(String::as_str));
        for row in 0..height {
            line(&mut pictures.iter().map(|rows| rows[row].as_str()));
        }
    }
    drawing
}

/// Returns the rows of a board, with room beside each point for the brackets around the stone just played.
fn picture(board: &Board, after: &Coloring<1, 2>, taken: Move) -> Vec<String> {
    let columns = match *board.shape() {
        Shape::Grid { columns, .. } => usize::from(columns),
        _ => board.points(),
    };
    let played = |index: usize| taken == Move::Play(Point::new(index as u16));
    let symbols: Vec<char> = after.to_symbols(board.points()).chars().collect();
    symbols
        .chunks(columns)
        .enumerate()
        .map(|(row, symbols)| {
            let first = row * columns;
            let mut line = String::from(if played(first) { "(" } else { " " });
            for (column, &symbol) in symbols.iter().enumerate() {
                line.push(symbol);
                line.push(match first + column {
                    index if played(index) => ')',
                    index if column + 1 < columns && played(index + 1) => '(',
                    _ => ' ',
                });
            }
            line
        })
        .collect()
}
