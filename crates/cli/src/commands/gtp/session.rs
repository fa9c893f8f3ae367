//! A game that a controller plays with us.

use koproof_rules::{Board, Coloring, Game, IllegalStart, Komi, Move, Player, Point};
use koproof_solver::Solver;

use super::analysis;
use super::protocol::{Failure, LARGEST, Request, Size, colour};
use crate::exit;
use crate::perfect::{self, Perfect};
use crate::scores::{Range, Score};

/// The most points that the solver takes.
const MOST_POINTS: u16 = 64;

const COMMANDS: [&str; 19] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "kata-analyze",
    "known_command",
    "komi",
    "koproof-analyze",
    "koproof-value",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "reg_genmove",
    "showboard",
    "undo",
    "version",
];

/// What a session ends with.
#[derive(Debug)]
pub(super) enum Next {
    Quit,
    /// A board of another size.
    Board(Board),
}

/// A game on one board.
pub(super) struct Session<'s> {
    solver: &'s Solver,
    player: Perfect<'s>,
    size: Size,
    komi: Komi,
    game: Game<'s, 1, 2>,
    /// The game before each move that can be undone.
    before: Vec<Game<'s, 1, 2>>,
}

type Answer = Result<String, Failure>;

impl<'s> Session<'s> {
    pub(super) fn new(
        solver: &'s Solver,
        player: Perfect<'s>,
        size: Size,
        komi: Komi,
    ) -> Result<Self, IllegalStart<1>> {
        Ok(Self {
            solver,
            player,
            size,
            komi,
            game: solver.game(Coloring::EMPTY, Player::BLACK)?,
            before: Vec::new(),
        })
    }

    pub(super) fn komi(&self) -> Komi {
        self.komi
    }

    /// Answers a request, and tells whether the session ends with it.
    pub(super) fn answer(&mut self, request: &Request) -> (Answer, Option<Next>) {
        let answer = match request.command.as_str() {
            "quit" => return (Ok(String::new()), Some(Next::Quit)),
            "boardsize" | "rectangular_boardsize" => {
                return match new_board(request) {
                    Ok(board) => (Ok(String::new()), Some(Next::Board(board))),
                    Err(failure) => (Err(failure), None),
                };
            }
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("koproof".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => request
                .only()
                .map(|name| COMMANDS.contains(&name).to_string()),
            "clear_board" => self.clear(),
            "komi" => self.set_komi(request),
            "play" => self.play(request),
            "genmove" => self.genmove(request, true),
            "reg_genmove" => self.genmove(request, false),
            "undo" => self.undo(),
            "showboard" => Ok(self.drawn()),
            "final_score" => Ok(Score::new(perfect::score(&self.game), self.komi).result()),
            "koproof-value" => {
                let value = self.player.value(&self.game);
                Ok(Range::new(value, self.komi).to_string())
            }
            "koproof-analyze" => self.analysed(request, analysis::plain),
            "kata-analyze" => self.analysed(request, analysis::kata),
            _ => Err(Failure::UnknownCommand),
        };
        (answer, None)
    }

    fn clear(&mut self) -> Answer {
        self.before.clear();
        self.game = self.fresh(Player::BLACK);
        Ok(String::new())
    }

    fn fresh(&self, to_move: Player) -> Game<'s, 1, 2> {
        self.solver
            .game(Coloring::EMPTY, to_move)
            .expect("an empty board has no chain without liberties")
    }

    fn set_komi(&mut self, request: &Request) -> Answer {
        let number = request.only()?;
        // Controllers write 6.50 and 7.0, too.
        let short = match number.split_once('.') {
            Some((_, after)) if !after.is_empty() => number.trim_end_matches('0'),
            _ => number,
        };
        self.komi = short
            .trim_end_matches('.')
            .parse()
            .map_err(|_| Failure::Syntax)?;
        Ok(String::new())
    }

    fn play(&mut self, request: &Request) -> Answer {
        let [colour_name, vertex] = request.arguments.as_slice() else {
            return Err(Failure::Syntax);
        };
        let player = colour(colour_name).ok_or(Failure::ColourOrCoordinate)?;
        let taken = self.size.read(vertex).ok_or(Failure::ColourOrCoordinate)?;
        let mut after = self.at_turn(player);
        after.play(taken).map_err(|_| Failure::IllegalMove)?;
        self.replace(after);
        Ok(String::new())
    }

    fn genmove(&mut self, request: &Request, for_real: bool) -> Answer {
        let player = colour(request.only()?).ok_or(Failure::ColourOrCoordinate)?;
        let mut after = self.at_turn(player);
        let choice = self.player.choose(&after);
        let name = self.size.name(choice.taken);
        if choice.value.exact().is_none() {
            let value = Range::new(choice.value, self.komi);
            exit::complain(&format!(
                "{name} is not known to be best: the value is in {value}"
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

    fn undo(&mut self) -> Answer {
        self.game = self.before.pop().ok_or(Failure::Undo)?;
        Ok(String::new())
    }

    fn replace(&mut self, after: Game<'s, 1, 2>) {
        self.before.push(std::mem::replace(&mut self.game, after));
    }

    /// The game with this player to move: whoever was to move instead has passed, and a game that was over goes on.
    fn at_turn(&self, player: Player) -> Game<'s, 1, 2> {
        let mut game = self.game.clone();
        game.dispute();
        if game.to_move() != player {
            if game.moves().len() == 0 {
                return self.fresh(player);
            }
            game.play(Move::Pass)
                .expect("in a game that goes on everyone may pass");
            game.dispute();
        }
        game
    }

    fn analysed(
        &self,
        request: &Request,
        write: fn(&Perfect<'s>, Size, Komi, &Game<'s, 1, 2>) -> String,
    ) -> Answer {
        // What follows the colour, KataGo's interval and more, asks for nothing that we could do differently.
        let first = request.arguments.first().map(String::as_str);
        let player = first.and_then(colour).unwrap_or(self.game.to_move());
        Ok(write(
            &self.player,
            self.size,
            self.komi,
            &self.at_turn(player),
        ))
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

/// The board that is asked for: its size, or columns and rows.
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
    let small = columns.max(rows) <= LARGEST && columns * rows <= MOST_POINTS;
    let board = small.then(|| Board::grid(rows, columns).ok()).flatten();
    board.ok_or(Failure::Size)
}
