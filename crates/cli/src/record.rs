//! Recorded games.

mod sgf;

pub(crate) use sgf::{stated, verbatim};

use std::path::Path;

use anyhow::Error;
use koproof_rules::text::{self, Turn};
use koproof_rules::{Board, Coloring, Game, Graph, Komi, Player, Ruleset};
use serde::Serialize;

use crate::about::RulesJson;
use crate::arguments::{GivenRules, N, StartArgs, W};
use crate::exit::{Blame, refuse};

/// A game as recorded, not yet checked against the rules.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) board: Board,
    pub(crate) start: Coloring<W, N>,
    pub(crate) to_move: Player,
    pub(crate) turns: Vec<Turn>,
    /// The number of turns in a row of the first player, from the record.
    pub(crate) free_turns: usize,
    /// The komi of the record, or the problem with it.
    pub(crate) komi: Result<Option<Komi>, String>,
    pub(crate) name: String,
    /// The rules in the words of the record.
    pub(crate) rules: Option<String>,
    /// The result that the record states.
    pub(crate) stated_result: Option<String>,
    /// The tree of an SGF file, which has only two players.
    pub(crate) source: Option<verbatim::Tree>,
    /// The encoding of the file's texts, if it is not supported.
    pub(crate) foreign_text: Option<String>,
}

/// The first turn that breaks a rule.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Broken {
    /// The number of the turn, from 1.
    #[serde(rename = "move")]
    pub(crate) number: usize,
    pub(crate) text: String,
    /// `turn`, `over`, `occupied`, `suicide`, `superko` or `dispute`.
    pub(crate) rule: &'static str,
    /// For superko, the turn whose position it would recreate; 0 is the start.
    repeats_move: Option<usize>,
    /// The reason in words.
    pub(crate) reason: String,
}

impl Record {
    /// Reads the main line of the first game of an SGF file.
    pub(crate) fn from_sgf(path: &Path) -> anyhow::Result<Self> {
        sgf::read(path)
    }

    /// Completes rules with those, the komi and the handicap of the record, where the command line names none. Returns
    /// a note for stderr if koproof does not know the rules of the record.
    pub(crate) fn complete(
        &self,
        rules: &mut Ruleset,
        given: GivenRules,
    ) -> anyhow::Result<Option<String>> {
        let words = self.rules.as_deref();
        let words = words.filter(|words| !words.is_empty() && !given.rules);
        let stated = words.and_then(stated::rules);
        if let Some(stated) = &stated {
            *rules = Ruleset {
                superko: stated.superko,
                suicide: stated.suicide,
                scoring: stated.scoring,
                komi: if given.komi { rules.komi } else { stated.komi },
                ..*rules
            };
        }
        if !given.komi
            && let Some(komi) = self.komi.clone().map_err(Error::msg).bad_input()?
        {
            rules.komi = komi;
        }
        if !given.handicap {
            if self.free_turns > 1 && self.to_move != Player::BLACK {
                let (name, turns) = (&self.name, self.free_turns);
                refuse!(
                    "game {name}: HA[{turns}] without stones set up gives Black the first turns, but White is to move: set the \
                     handicap stones up with AB, or remove HA"
                );
            }
            rules.handicap = self.free_turns;
        }
        let unknown = words.filter(|_| stated.is_none());
        Ok(unknown.map(|words| {
            let words: String = words.chars().take(40).collect();
            format!(
                "game {}: it asks for the rules '{words}', which koproof does not know; these are used: {}",
                self.name,
                RulesJson::from(*rules)
            )
        }))
    }

    /// Reads a game from the command line.
    pub(crate) fn typed(board: &Board, start: &StartArgs, players: usize) -> anyhow::Result<Self> {
        start.at.check_players(players)?;
        let graph = Graph::<W>::new(board).bad_input()?;
        let moves = start.moves.as_deref().unwrap_or_default();
        Ok(Self {
            board: board.clone(),
            start: start.at.coloring.read(board, &graph)?,
            to_move: start.at.to_move,
            turns: text::parse_turns(board, moves).bad_input()?,
            free_turns: 0,
            komi: Ok(None),
            name: String::new(),
            rules: None,
            stated_result: None,
            source: None,
            foreign_text: None,
        })
    }

    /// Plays the turns one by one, up to the first that breaks a rule.
    pub(crate) fn play<const W: usize, const N: usize>(
        &self,
        game: &mut Game<'_, W, N>,
    ) -> Option<Broken> {
        for (number, &turn) in (1..).zip(&self.turns) {
            let broken = |rule, repeats_move, reason| Broken {
                number,
                text: self.name(turn),
                rule,
                repeats_move,
                reason,
            };
            let (player, taken) = match turn {
                Turn::Taken(player, taken) => (player, taken),
                Turn::Disputed if game.dispute() => continue,
                Turn::Disputed => {
                    let reason = "nothing to dispute: not everyone has just passed".to_owned();
                    return Some(broken("dispute", None, reason));
                }
            };
            if !game.is_over() && player != game.to_move() {
                let reason = format!("out of turn: {} is to move", game.to_move());
                return Some(broken("turn", None, reason));
            }
            if let Err(why) = game.play(taken) {
                let reason = text::explain(&self.board, &why);
                return Some(broken(why.rule(), why.repeats(), reason));
            }
        }
        None
    }

    pub(crate) fn name(&self, turn: Turn) -> String {
        match turn {
            Turn::Taken(player, taken) => text::turn(&self.board, player, taken),
            Turn::Disputed => "dispute".to_owned(),
        }
    }
}
