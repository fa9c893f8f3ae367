//! A game with a controller.

use std::time::Duration;

use koproof_answers::{Choice, Range};
use koproof_rules::{
    Board, Coloring, Game, Komi, Margin, Move, Player, Point, PointSet, RulesetError,
};
use koproof_solver::{Detail, Solver};

use super::analysis::{self, Dialect};
use super::clock::Clock;
use super::live::Live;
use super::protocol::{Failure, MAX_SIDE, Request, Size, color};
use crate::exit;
use crate::perfect::Perfect;

/// The most points of a board for the solver.
const MAX_POINTS: u16 = PointSet::<1>::CAPACITY as u16;

const COMMANDS: &str = "boardsize clear_board final_score genmove kata-analyze kata-genmove_analyze known_command \
    komi koproof-analyze koproof-value list_commands lz-analyze lz-genmove_analyze name play \
    protocol_version quit rectangular_boardsize reg_genmove showboard time_left time_settings \
    undo version";

pub(super) enum Reply<'s> {
    Text(Answer),
    /// Lines until the next request.
    Lines(Live<'s>),
    /// The last response of the session, and the board of another size that the controller has requested, if it has.
    Last(Option<Board>),
}

/// A game on one board.
pub(super) struct Session<'s> {
    player: Perfect<'s>,
    size: Size,
    pub(super) komi: Komi,
    pub(super) clock: Clock,
    game: Game<'s, 1, 2>,
    /// The game before each move that can be undone.
    before: Vec<Game<'s, 1, 2>>,
}

pub(super) type Answer = Result<String, Failure>;

impl<'s> Session<'s> {
    pub(super) fn new(player: Perfect<'s>, size: Size, komi: Komi, clock: Clock) -> Self {
        Self {
            player,
            size,
            komi,
            clock,
            game: fresh(player.solver, Player::BLACK),
            before: Vec::new(),
        }
    }

    pub(super) fn answer(&mut self, request: &Request) -> Reply<'s> {
        Reply::Text(match request.command.as_str() {
            "quit" => return Reply::Last(None),
            "boardsize" | "rectangular_boardsize" => match new_board(request) {
                // The same board keeps what has been proved.
                Ok(board) if board == *self.player.solver.board() => self.clear(),
                Ok(board) => return Reply::Last(Some(board)),
                Err(failure) => Err(failure),
            },
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("koproof".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.replace(' ', "\n")),
            "known_command" => request
                .only()
                .map(|name| COMMANDS.split(' ').any(|known| known == name).to_string()),
            "clear_board" => self.clear(),
            "komi" => self.set_komi(request),
            "time_settings" => self.clock.set(request).map(|()| String::new()),
            "time_left" => self.clock.hear(request).map(|()| String::new()),
            "play" => self.play(request),
            "genmove" => request.only().and_then(|name| self.genmove(name, true)),
            "reg_genmove" => request.only().and_then(|name| self.genmove(name, false)),
            "undo" => self.undo(),
            "showboard" => Ok(self.drawn()),
            "final_score" => Ok(Margin::new(self.game.score(), self.komi).to_string()),
            "koproof-value" => self.asked(request).map(|(player, _)| {
                let value = match player == self.game.to_move() {
                    true => self.player.value(&self.game),
                    false => self.player.value(&self.at_turn(player)),
                };
                Range::new(value, self.komi).signed()
            }),
            "koproof-analyze" => self.asked(request).map(|(player, _)| {
                analysis::plain(&self.player, self.size, self.komi, &self.at_turn(player))
            }),
            "lz-analyze" => return self.analysed(request, Dialect::LeelaZero),
            "kata-analyze" => return self.analysed(request, Dialect::KataGo),
            "lz-genmove_analyze" => self.genmove_analysed(request, Dialect::LeelaZero),
            "kata-genmove_analyze" => self.genmove_analysed(request, Dialect::KataGo),
            _ => Err(Failure::UnknownCommand),
        })
    }

    fn clear(&mut self) -> Answer {
        self.before.clear();
        self.game = fresh(self.player.solver, Player::BLACK);
        Ok(String::new())
    }

    fn set_komi(&mut self, request: &Request) -> Answer {
        let number = request.only()?;
        // Controllers write 6.50 and 7.0, too.
        let short = match number.split_once('.') {
            Some((_, after)) if !after.is_empty() => number.trim_end_matches('0'),
            _ => number,
        };
        let short = short.trim_end_matches('.');
        // The protocol allows any number.
        let is_number = short.parse().is_ok_and(f64::is_finite);
        self.komi = short.parse().map_err(|why: RulesetError| match is_number {
            true => Failure::Other(why.to_string()),
            false => Failure::Syntax,
        })?;
        Ok(String::new())
    }

    fn play(&mut self, request: &Request) -> Answer {
        let [color_name, vertex] = request.arguments.as_slice() else {
            return Err(Failure::Syntax);
        };
        let player = color(color_name).ok_or(Failure::ColorOrCoordinate)?;
        let taken = self.size.read(vertex).ok_or(Failure::ColorOrCoordinate)?;
        let mut after = self.at_turn(player);
        after.play(taken).map_err(|_| Failure::IllegalMove)?;
        self.replace(after);
        Ok(String::new())
    }

    fn genmove(&mut self, player: &str, for_real: bool) -> Answer {
        let player = color(player).ok_or(Failure::ColorOrCoordinate)?;
        let game = self.at_turn(player);
        let choice = self.thinking(player).choose(&game);
        self.make(choice, game, for_real)
    }

    /// Names a chosen move, and makes it.
    fn make(&mut self, choice: Choice, mut after: Game<'s, 1, 2>, for_real: bool) -> Answer {
        let name = self.size.name(choice.taken);
        if !choice.is_best {
            let value = Range::new(choice.value, self.komi);
            exit::complain(&format!(
                "{name} is not known to be best: the value is {value}"
            ));
        }
        if for_real {
            after
                .play(choice.taken)
                .map_err(|why| Failure::Other(why.to_string()))?;
            self.replace(after);
        }
        Ok(name)
    }

    /// Returns the perfect player with the time for a move by the controller's clock.
    fn thinking(&self, player: Player) -> Perfect<'s> {
        self.player.no_longer_than(self.clock.allows(player))
    }

    /// Makes a move after the lines of the analysis that chooses it.
    fn genmove_analysed(&mut self, request: &Request, dialect: Dialect) -> Answer {
        let (player, _) = self.asked(request)?;
        let game = self.at_turn(player);
        let found = self.thinking(player).analyse(&game, Detail::Lines);
        let infos = analysis::infos(dialect, self.size, self.komi, player, &found);
        let taken = self.make(Choice::of(&game, &found), game, true)?;
        Ok(format!("\n{infos}\nplay {taken}"))
    }

    fn undo(&mut self) -> Answer {
        self.game = self.before.pop().ok_or(Failure::Undo)?;
        Ok(String::new())
    }

    fn replace(&mut self, after: Game<'s, 1, 2>) {
        self.before.push(std::mem::replace(&mut self.game, after));
    }

    /// Returns the game with this player to move. If it was the other player's turn, that player passes; a finished
    /// game continues.
    fn at_turn(&self, player: Player) -> Game<'s, 1, 2> {
        let mut game = self.game.clone();
        game.dispute();
        if game.to_move() != player {
            if game.moves().len() == 0 {
                return fresh(self.player.solver, player);
            }
            game.play(Move::Pass)
                .expect("in a game that goes on everyone may pass");
            game.dispute();
        }
        game
    }

    /// Analyses in lines until the next request if the request has an interval, otherwise once.
    fn analysed(&self, request: &Request, dialect: Dialect) -> Reply<'s> {
        let (player, interval) = match self.asked(request) {
            Ok(asked) => asked,
            Err(failure) => return Reply::Text(Err(failure)),
        };
        let game = self.at_turn(player);
        let (size, komi) = (self.size, self.komi);
        if let Some(interval) = interval {
            return Reply::Lines(Live {
                solver: self.player.solver,
                memory: self.player.budget.memory,
                game,
                interval,
                dialect,
                size,
                komi,
            });
        }
        let found = self.player.analyse(&game, Detail::Lines);
        let infos = analysis::infos(dialect, size, komi, player, &found);
        Reply::Text(Ok(format!("\n{infos}")))
    }

    /// Returns the player whose moves are analysed, and the interval between lines. Ignores further arguments for other
    /// programs, such as a minimum number of moves.
    fn asked(&self, request: &Request) -> Result<(Player, Option<Duration>), Failure> {
        let mut words = request.arguments.iter().map(String::as_str).peekable();
        let player = words.peek().copied().and_then(color);
        if player.is_some() {
            words.next();
        }
        let mut interval = words.peek().and_then(|word| word.parse::<u32>().ok());
        if interval.is_some() {
            words.next();
        }
        while let Some(word) = words.next() {
            let value = words.next().ok_or(Failure::Syntax)?;
            if word == "interval" {
                interval = Some(value.parse().map_err(|_| Failure::Syntax)?);
            }
        }
        let interval = interval.map(|hundredths| Duration::from_millis(10 * u64::from(hundredths)));
        Ok((player.unwrap_or(self.game.to_move()), interval))
    }

    fn drawn(&self) -> String {
        let Size { rows, columns } = self.size;
        let letters: Vec<String> = self.size.letters().map(String::from).collect();
        let letters = format!("   {}", letters.join(" "));
        let mut lines = vec![String::new(), letters.clone()];
        for row in 0..rows {
            let stones = (row * columns..(row + 1) * columns).map(|point| {
                let player = self.game.coloring().at(Point::new(point));
                player.map_or('.', Player::symbol).to_string()
            });
            let number = rows - row;
            let stones = stones.collect::<Vec<_>>().join(" ");
            lines.push(format!("{number:2} {stones} {number}"));
        }
        lines.push(letters);
        lines.push(format!(
            "{} to move, komi {}",
            self.game.to_move(),
            self.komi
        ));
        lines.join("\n")
    }
}

fn fresh(solver: &Solver, to_move: Player) -> Game<'_, 1, 2> {
    (solver.game(Coloring::EMPTY, to_move)).expect("an empty board has no chain without liberties")
}

/// Returns the requested board, given by its size or by columns and rows.
fn new_board(request: &Request) -> Result<Board, Failure> {
    let numbers: Option<Vec<u16>> = request
        .arguments
        .iter()
        .map(|argument| argument.parse().ok())
        .collect();
    let numbers = numbers.ok_or(Failure::Syntax)?;
    let (columns, rows) = match (request.command.as_str(), numbers.as_slice()) {
        (_, &[side]) => (side, side),
        ("rectangular_boardsize", &[columns, rows]) => (columns, rows),
        _ => return Err(Failure::Syntax),
    };
    let small = columns.max(rows) <= MAX_SIDE && columns * rows <= MAX_POINTS;
    let board = small.then(|| Board::grid(rows, columns).ok()).flatten();
    board.ok_or(Failure::Size)
}
