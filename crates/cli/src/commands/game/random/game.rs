//! One random game, in the form of the output.

use koproof_answers::{Final, Random, Tally};
use koproof_rules::{Board, Game, IllegalMove, Move, Point, text};
use serde::Serialize;

use crate::about::About;
use crate::interrupt;
use crate::wide::{N, W};

/// A game of random moves.
#[derive(Debug, Serialize)]
pub(super) struct Played {
    #[serde(flatten)]
    about: About,
    start: String,
    turns: Vec<Turn>,
    /// The number of stones that each player has lost.
    lost: Vec<u32>,
    #[serde(flatten)]
    tally: Tally,
}

/// A turn of the game.
#[derive(Debug, Serialize)]
struct Turn {
    to_move: String,
    /// The verdict of the rules on a play at each point, in point order.
    points: String,
    #[serde(rename = "move")]
    taken: String,
    /// The position after the move.
    position: String,
    #[serde(skip)]
    in_list: String,
}

impl Played {
    /// Plays a game to its end; `None` if a signal stops it.
    pub(super) fn new(
        board: &Board,
        mut game: Game<'_, W, N>,
        random: &mut Random,
    ) -> Option<Self> {
        let start = text::position(board, game.coloring());
        let mut turns = Vec::new();
        while !game.is_over() {
            if interrupt::requested() {
                return None;
            }
            let player = game.to_move();
            let points: Vec<char> = game.verdicts().iter().map(letter).collect();
            let legal = points
                .iter()
                .enumerate()
                .filter(|&(_, &letter)| letter == LEGAL);
            let plays = legal.map(|(index, _)| Move::Play(Point::new(index as u16)));
            let moves: Vec<Move> = plays.chain([Move::Pass]).collect();
            let taken = moves[random.below(moves.len())];
            game.play(taken).expect("only legal moves are picked from");
            turns.push(Turn {
                to_move: player.to_string(),
                points: points.into_iter().collect(),
                taken: text::move_name(board, taken),
                position: text::position(board, game.coloring()),
                in_list: text::turn(board, player, taken),
            });
        }
        let rules = *game.rules();
        let last = Final::of(&game);
        Some(Self {
            about: About::new(board, rules),
            start,
            turns,
            lost: last.lost[..rules.players].to_vec(),
            tally: last.tally(),
        })
    }

    /// Writes the moves as a move list.
    pub(super) fn moves(&self) -> String {
        let turns = self.turns.iter().map(|turn| turn.in_list.as_str());
        turns.collect::<Vec<_>>().join(", ")
    }
}

/// The letter of a legal play.
const LEGAL: char = '+';

/// Returns the letter for a verdict of the rules on a play.
fn letter(verdict: &Result<(), IllegalMove<W>>) -> char {
    match verdict {
        Ok(()) => LEGAL,
        Err(IllegalMove::Suicide { .. }) => 's',
        Err(IllegalMove::Superko { .. }) => 'k',
        Err(_) => '#',
    }
}
