//! A thousand games against weak opponents, with the oracle as the referee.

use koproof_answers::Random;
use koproof_rules::{Board, Player, Ruleset};
use koproof_verify::{Oracle, OracleGame, OracleMove};

use super::Controller;

/// The opponent of the program.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    /// Any legal move.
    Random,
    /// A move with the best immediate score, chosen at random among equals.
    Greedy,
}

impl Opponent {
    fn choose(self, game: &OracleGame<'_>, dice: &mut Random) -> OracleMove {
        let mut moves = game.legal_moves();
        if let Self::Greedy = self {
            let brings = |taken: OracleMove| {
                let mut after = game.clone();
                after.play(taken).expect("it is legal");
                gain(after.score(), game.to_move())
            };
            let most = moves.iter().map(|&taken| brings(taken)).max();
            moves.retain(|&taken| Some(brings(taken)) == most);
        }
        moves[dice.below(moves.len())]
    }
}

/// A board with its published value.
struct Table {
    name: &'static str,
    columns: u16,
    rows: u16,
    /// The published value of the empty board; `None` where the oracle finds the value of every position.
    value: Option<i32>,
}

impl Table {
    fn vertex(&self, taken: OracleMove) -> String {
        match taken {
            OracleMove::Pass => "pass".to_owned(),
            OracleMove::Play(point) => {
                let letter = char::from(b'A' + (point % self.columns) as u8);
                format!("{letter}{}", self.rows - point / self.columns)
            }
        }
    }

    fn read(&self, vertex: &str) -> OracleMove {
        let all = (0..self.rows * self.columns).map(OracleMove::Play);
        all.chain([OracleMove::Pass])
            .find(|&taken| self.vertex(taken).eq_ignore_ascii_case(vertex))
            .unwrap_or_else(|| panic!("{vertex} is no point of {}", self.name))
    }

    /// Plays a number of games, in which the program has either color in turn, and asserts that it never gives a point
    /// away.
    fn play(&self, opponent: Opponent, games: usize) {
        let board: Board = self.name.parse().expect("it is a board");
        let oracle = Oracle::new(&board, Ruleset::TROMP_TAYLOR).expect("it is tiny");
        let mut controller = Controller::new(&[self.name, "--threads", "1", "--quiet"]);
        let mut dice = Random::new(7);
        for number in 0..games {
            let name = format!("{}, game {number} against {opponent:?}", self.name);
            controller.answer("clear_board");
            let empty = ".".repeat(board.points());
            let mut game = oracle.start(&empty, Player::BLACK).expect("it is empty");
            let ours = Player::BOTH[number % 2];
            // If every position can be judged, games begin with random moves, so that the history varies.
            let opening = self.value.map_or(dice.below(8), |_| 0);
            let mut least = self.value.map(|value| gain(value, ours));
            let mut moves = 0;
            while !game.is_over() {
                let by_us = game.to_move() == ours && moves >= opening;
                let color = ["b", "w"][game.to_move().index()];
                if by_us && self.value.is_none() {
                    least = game.exact_value(None).map(|value| gain(value, ours));
                }
                let taken = if by_us {
                    self.read(&controller.answer(&format!("genmove {color}")))
                } else {
                    let taken = match moves < opening {
                        true => Opponent::Random.choose(&game, &mut dice),
                        false => opponent.choose(&game, &mut dice),
                    };
                    controller.answer(&format!("play {color} {}", self.vertex(taken)));
                    taken
                };
                game.play(taken)
                    .unwrap_or_else(|why| panic!("{name}: {taken:?} is illegal: {why}"));
                if by_us && self.value.is_none() {
                    let after = game.exact_value(None).map(|value| gain(value, ours));
                    assert_eq!(after, least, "{name}: {taken:?}");
                }
                moves += 1;
            }
            let score = game.score();
            let result = match score {
                0 => "0".to_owned(),
                1.. => format!("B+{score}"),
                _ => format!("W+{}", -score),
            };
            assert_eq!(controller.answer("final_score"), result, "{name}");
            assert!(
                least.is_none_or(|least| gain(score, ours) >= least),
                "{name}: {score}"
            );
        }
        assert_eq!(controller.quit(), Some(0));
    }
}

/// Returns a score from the point of view of a player.
fn gain(score: i32, player: Player) -> i32 {
    if player == Player::BLACK {
        score
    } else {
        -score
    }
}

#[test]
fn no_move_of_400_games_on_2x2_loses_value_after_any_history() {
    let table = Table {
        name: "2x2",
        columns: 2,
        rows: 2,
        value: None,
    };
    table.play(Opponent::Random, 200);
    table.play(Opponent::Greedy, 200);
}

/// Values: Drange, and for the linear boards Weninger and Hayward (2017).
#[test]
fn no_game_of_800_on_larger_boards_ends_below_the_published_value() {
    for (name, columns, rows, value) in [
        ("2x3", 3, 2, 0),
        ("1x4", 4, 1, 4),
        ("1x5", 5, 1, 0),
        ("1x3", 3, 1, 3),
    ] {
        let table = Table {
            name,
            columns,
            rows,
            value: Some(value),
        };
        table.play(Opponent::Random, 100);
        table.play(Opponent::Greedy, 100);
    }
}
