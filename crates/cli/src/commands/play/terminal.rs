//! The game at the terminal, turn by turn.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::ValueEnum;
use koproof_answers::{Loss, Range};
use koproof_rules::{Board, Game, IllegalMove, Margin, Move, Player, Shape, text};
use koproof_solver::Detail;
use serde::Serialize;

use super::colors;
use crate::about::{About, moves_made};
use crate::arguments::FormatArgs;
use crate::exit::Exit;
use crate::perfect::Perfect;
use crate::typed::{Typed, one_move};
use crate::words::one_line;
use crate::{draw, values};

/// The side that the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HumanSide {
    /// Black
    Black,
    /// White
    White,
    /// Both: two people play, and the program is the referee
    Both,
    /// None: the program plays both sides
    None,
}

impl HumanSide {
    fn has(self, player: Player) -> bool {
        match self {
            Self::Black => player == Player::BLACK,
            Self::White => player == Player::WHITE,
            Self::Both => true,
            Self::None => false,
        }
    }
}

pub(super) struct Terminal<'a> {
    pub(super) board: &'a Board,
    pub(super) player: Perfect<'a>,
    pub(super) human: HumanSide,
    pub(super) judge: bool,
    pub(super) format: &'a FormatArgs,
    pub(super) colors: bool,
}

/// A request of the person at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Take(Move),
    Undo,
    Values,
    Hint,
    Board,
    Help,
    Quit,
}

impl Terminal<'_> {
    /// Plays a game to its end, or until the person quits.
    pub(super) fn play(
        &self,
        mut game: Game<'_, 1, 2>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let mut typed = Typed::from_stdin();
        let is_text = !self.format.is_json();
        let mut silent = io::sink();
        let say: &mut dyn Write = if is_text { &mut *out } else { &mut silent };
        // The given moves cannot be undone.
        let given = game.moves().len();
        let mut judged: Vec<Judged> = Vec::new();
        self.introduce(say, &game)?;
        while !game.is_over() {
            if !self.human.has(game.to_move()) {
                // A search can take a minute.
                say.flush()?;
                judged.push(self.answer(say, &mut game)?);
                continue;
            }
            let understand = |text: &str| self.understood(&game, text);
            let Some(request) = typed.next(say, game.to_move(), understand)? else {
                break;
            };
            match request {
                Request::Take(taken) => {
                    judged.extend(self.take(say, &mut game, taken)?);
                }
                Request::Undo => {
                    if self.undo(say, &mut game, given)? {
                        judged.retain(|one| one.number <= game.moves().len());
                    }
                }
                Request::Values => self.values(say, &game)?,
                Request::Hint => self.hint(say, &game)?,
                Request::Board => self.draw(say, &game)?,
                Request::Help => {
                    writeln!(say, "type a move, pass, undo, values, hint, board or quit")?
                }
                Request::Quit => break,
            }
        }
        let (rules, over) = (*game.rules(), game.is_over());
        let answer = Answer {
            about: About::new(self.board, rules),
            moves: moves_made(self.board, &game),
            position: text::position(self.board, game.coloring()),
            over,
            score: over.then(|| Margin::new(game.score(), rules.komi)),
            given_away: (self.judge).then(|| judged.iter().filter_map(|one| one.given_away).sum()),
            judged,
        };
        self.format
            .print(out, &answer, |_, out| self.conclude(out, &game))?;
        Ok(Exit::Done)
    }

    fn introduce(&self, out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
        writeln!(out, "{}", About::new(self.board, *game.rules()))?;
        let who = match self.human {
            HumanSide::Black => "you are black (X)",
            HumanSide::White => "you are white (O)",
            HumanSide::Both => "you play both sides",
            HumanSide::None => "you watch",
        };
        writeln!(out, "{who}")?;
        if !matches!(self.board.shape(), Shape::Grid { .. }) {
            let name = one_line(self.board.name());
            writeln!(out, "`koproof draw {name}` shows where the points lie")?;
        }
        writeln!(out)?;
        self.draw(out, game)
    }

    fn draw(&self, out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
        let drawing = draw::coloring(self.board, game.coloring());
        writeln!(out, "{}", colors::stones(&drawing, self.colors))
    }

    fn answer(&self, out: &mut dyn Write, game: &mut Game<'_, 1, 2>) -> anyhow::Result<Judged> {
        let mover = game.to_move();
        let choice = self.player.choose(game);
        game.play(choice.taken)
            .map_err(|why| anyhow!("{}", text::explain(self.board, &why)))?;
        let turn = text::turn(self.board, mover, choice.taken);
        let value = Range::new(choice.value, game.rules().komi);
        let doubt = match choice.is_best {
            true => "",
            false => ", not known to be best",
        };
        let turn = colors::bold(&turn, self.colors);
        writeln!(out, "{turn}  (value {value}{doubt})")?;
        if choice.taken != Move::Pass {
            self.draw(out, game)?;
        }
        Ok(Judged {
            number: game.moves().len(),
            value: Some(value),
            best: Some(choice.is_best),
            given_away: None,
        })
    }

    /// Makes the person's move, and judges it if that is asked for.
    fn take(
        &self,
        out: &mut dyn Write,
        game: &mut Game<'_, 1, 2>,
        taken: Move,
    ) -> anyhow::Result<Option<Judged>> {
        let mover = game.to_move();
        let value = |game: &Game<'_, 1, 2>| Range::new(self.player.value(game), game.rules().komi);
        let before = self.judge.then(|| value(game));
        game.play(taken)
            .map_err(|why| anyhow!("{}", text::explain(self.board, &why)))?;
        if taken != Move::Pass {
            self.draw(out, game)?;
        }
        let Some(before) = before else {
            return Ok(None);
        };
        out.flush()?;
        let after = value(game);
        let lost = before.given_away(mover, after);
        match (lost.lo, lost.exact()) {
            (1.., _) => writeln!(out, "that gave {lost} away")?,
            (_, Some(_)) => writeln!(out, "that kept the value")?,
            _ => writeln!(out, "a limit ended the search before it could judge that")?,
        }
        Ok(Some(Judged {
            number: game.moves().len(),
            value: None,
            best: None,
            given_away: Some(lost),
        }))
    }

    /// Undoes the person's last move and the answer to it.
    fn undo(
        &self,
        out: &mut dyn Write,
        game: &mut Game<'_, 1, 2>,
        given: usize,
    ) -> io::Result<bool> {
        let turns: Vec<Player> = game.turns().skip(given).map(|(player, _)| player).collect();
        let Some(last) = turns.iter().rposition(|&player| self.human.has(player)) else {
            writeln!(out, "there is nothing to take back")?;
            return Ok(false);
        };
        while game.moves().len() > given + last {
            game.undo();
        }
        self.draw(out, game)?;
        Ok(true)
    }

    fn values(&self, out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
        let analysis = self.player.analyse(game, Detail::Moves);
        let name = |taken| text::move_name(self.board, taken);
        let widest = analysis.every_move().map(|(taken, _)| name(taken).len());
        let widest = widest.max().unwrap_or(0);
        for (taken, judged) in analysis.every_move() {
            let name = name(taken);
            match judged {
                Ok(known) => {
                    let value = Range::new(known.value, game.rules().komi);
                    let mark = if analysis.is_best(known) { " *" } else { "" };
                    writeln!(out, "  {name:widest$}  {value:>3}{mark}")?;
                }
                Err(IllegalMove::Occupied(_)) => {}
                Err(why) => {
                    let why = text::explain(self.board, why);
                    writeln!(out, "  {name:widest$}  illegal, {why}")?;
                }
            }
        }
        Ok(())
    }

    fn hint(&self, out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
        let analysis = self.player.analyse(game, Detail::Best);
        let certain = analysis.best_moves().certain;
        let (Some(value), false) = (analysis.value().exact(), certain.is_empty()) else {
            return writeln!(
                out,
                "a limit ended the search before it found the best move"
            );
        };
        let names = text::move_names(self.board, &certain);
        let value = Margin::new(value, game.rules().komi);
        writeln!(out, "best: {} (value {value})", names.join(" "))
    }

    fn understood(&self, game: &Game<'_, 1, 2>, typed: &str) -> anyhow::Result<Request> {
        match typed.to_ascii_lowercase().as_str() {
            "undo" | "u" => return Ok(Request::Undo),
            "values" | "v" => return Ok(Request::Values),
            "hint" | "h" => return Ok(Request::Hint),
            "board" => return Ok(Request::Board),
            "help" | "?" => return Ok(Request::Help),
            "quit" | "q" | "exit" => return Ok(Request::Quit),
            _ => {}
        }
        Ok(Request::Take(one_move(self.board, game, typed, "help")?))
    }

    fn conclude(&self, out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
        if !game.is_over() {
            return writeln!(out, "the game was left before its end");
        }
        let score = Margin::new(game.score(), game.rules().komi);
        let counted = values::counted(game.rules().komi);
        writeln!(
            out,
            "the game is over: {score} ({}{counted})",
            score.outcome()
        )
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    moves: Vec<String>,
    position: String,
    over: bool,
    /// Black − White, komi counted, if the game is over.
    score: Option<Margin>,
    /// Points that the person's moves gave away; `null` if they were not judged.
    given_away: Option<Loss>,
    /// The moves of the program, and those of the person if they were judged.
    judged: Vec<Judged>,
}

/// What the program knows about a move.
#[derive(Debug, Serialize)]
struct Judged {
    /// The number of the move, from 1.
    number: usize,
    /// The value before a move of the program.
    value: Option<Range>,
    /// Whether this move keeps the value for certain.
    best: Option<bool>,
    /// The points that a move of the person gave away.
    given_away: Option<Loss>,
}
