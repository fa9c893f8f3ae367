//! Games against a proof, with the claim that proves the bound at each position.

mod shown;

use std::io::Read;
use std::ops::ControlFlow;

use koproof_answers::{About, GameText, Refusal, State, lasting};
use koproof_rules::{Board, Game, Player, text};
use koproof_verify::{
    Bound, CertificateReader, CheckError, Checked, Derived, GameRecord, Line, OnProgress,
    Statement, Strategy, check_aloud,
};

use shown::{Goal, Recorded, Refused, Shown, Stand, Summary};

/// The limit for the records of the claims in use during a check: half a gigabyte.
const MAX_RECORDS: u64 = 1 << 26;

/// The limit for the records of claims that are kept for display: about a hundred megabytes.
const MAX_KEPT: usize = 1 << 22;

/// The largest number of goals in the list.
const MAX_GOALS: usize = 1000;

/// A checked proof with its claims.
#[derive(Debug)]
pub(crate) struct Proof {
    board: Board,
    checked: Checked,
    strategy: Strategy,
    /// The claims by step; fewer than the steps if there are too many to keep.
    claims: Vec<Claim>,
}

/// A claim as the checker derived it.
#[derive(Debug)]
struct Claim {
    rule: &'static str,
    bound: Bound,
    avoid: Box<[GameRecord]>,
    need: Box<[GameRecord]>,
}

impl Claim {
    fn of(derived: Derived<'_>) -> Self {
        Self {
            rule: derived.step.rule.name(),
            bound: derived.step.bound,
            avoid: derived.avoid.into(),
            need: derived.need.into(),
        }
    }
}

impl Proof {
    /// Checks a certificate, reports the number of checked steps, and keeps its claims.
    pub(crate) fn check(bytes: &[u8], progress: OnProgress<'_>) -> Result<Self, Refused> {
        Self::check_within(bytes, MAX_RECORDS, progress)
    }

    /// Checks a certificate as [`Self::check`] does, with another limit for the records in use.
    fn check_within(
        bytes: &[u8],
        most_records: u64,
        progress: OnProgress<'_>,
    ) -> Result<Self, Refused> {
        let mut claims = Vec::new();
        let mut kept = 0;
        let mut hear = |derived: Derived<'_>| {
            // The sum over all steps may exceed the 32 bits of a browser's `usize`.
            kept = usize::saturating_add(kept, derived.avoid.len() + derived.need.len() + 1);
            if kept <= MAX_KEPT {
                claims.push(Claim::of(derived));
            }
            ControlFlow::Continue(())
        };
        let mut input = bytes;
        let reader = CertificateReader::open(&mut input as &mut dyn Read);
        let reader = reader.map_err(CheckError::in_header)?;
        let checked = check_aloud(reader, most_records, &mut hear, progress)?;
        let reader = CertificateReader::open(bytes).map_err(Refused::failed)?;
        let strategy = Strategy::load(reader).map_err(Refused::failed)?;
        let board = strategy.header().board.usual();
        Ok(Self {
            board: lasting(&board),
            checked,
            strategy,
            claims,
        })
    }

    pub(crate) fn summary(&self) -> Summary {
        let goals = self.strategy.goals();
        let listed = goals.iter().take(MAX_GOALS).map(|goal| Goal {
            position: goal.state.coloring.to_symbols(self.board.points()),
            to_move: goal.state.to_move.to_string(),
            prover: goal.bound.prover().to_string(),
            bound: goal.bound.to_string(),
        });
        let (start, history) = match &self.strategy.header().statement {
            Statement::Position(position) => (
                Some(text::position(&self.board, &position.start)),
                text::turns(&self.board, position.to_move, 2, &position.moves),
            ),
            Statement::Table { .. } => (None, Vec::new()),
        };
        Summary {
            about: About::new(&self.board),
            rules: self.strategy.rules().into(),
            is_table: start.is_none(),
            start,
            history,
            steps: self.checked.steps,
            roots: self.checked.proved.len(),
            exact_states: self.checked.exact_states(),
            goals: listed.collect(),
            all_goals: goals.len(),
        }
    }

    /// Returns the state of a game for a goal after some moves of both sides.
    pub(crate) fn stand(&self, goal: usize, moves: &[String]) -> Result<Stand, Refusal> {
        let none = || Refusal::new(format!("there is no goal {goal}"));
        let proved = self.strategy.goals().get(goal).ok_or_else(none)?;
        let mut game = match self.strategy.game() {
            Some(game) => game,
            None => Game::new(
                self.strategy.graph(),
                self.strategy.rules(),
                proved.state.coloring,
                proved.state.to_move,
            )
            .map_err(Refusal::new)?,
        };
        let given = game.turns().len();
        let mut line = (self.strategy.begin(&game, proved.bound.prover())).map_err(Refusal::new)?;
        for name in moves {
            let taken = text::parse_move(&self.board, name).map_err(Refusal::new)?;
            game.play(taken)
                .map_err(|why| Refusal::new(text::explain(&self.board, &why)))?;
            line.follow(taken).map_err(Refusal::new)?;
        }
        self.describe(&game, &line, given)
    }

    fn describe(
        &self,
        game: &Game<'_, 1, 2>,
        line: &Line<'_>,
        given: usize,
    ) -> Result<Stand, Refusal> {
        let answer = line.answer().map_err(Refusal::new)?;
        Ok(Stand {
            state: State::of(&self.board, game),
            game: GameText::new(&self.board, game),
            given,
            prover: line.bound().prover().to_string(),
            bound: line.bound().to_string(),
            answer: answer.map(|taken| text::move_name(&self.board, taken)),
            step: line.step(),
            claim: line.step().and_then(|step| self.shown(game, line, step)),
            met: game.is_over().then(|| line.bound().met_by(game.score())),
        })
    }

    /// Carries a claim to the frame of the game; `None` if it was not kept.
    fn shown(&self, game: &Game<'_, 1, 2>, line: &Line<'_>, step: u64) -> Option<Shown> {
        let claim = self.claims.get(usize::try_from(step).ok()?)?;
        let listed = |records: &[GameRecord]| {
            let mut listed: Vec<Recorded> = records
                .iter()
                .filter_map(|&record| line.carried(record))
                .map(|record| Recorded {
                    position: record.coloring.to_symbols(self.board.points()),
                    player: record.player.map(|player: Player| player.to_string()),
                    turn: game.history().first_seen(&record),
                })
                .collect();
            listed.sort_by_key(|recorded| recorded.turn.unwrap_or(usize::MAX));
            listed
        };
        let is_swapped = claim.bound.prover() != line.bound().prover();
        let bound = if is_swapped {
            claim.bound.swapped()
        } else {
            claim.bound
        };
        Some(Shown {
            step,
            rule: claim.rule,
            bound: bound.to_string(),
            avoid: listed(&claim.avoid),
            need: listed(&claim.need),
        })
    }
}

#[cfg(test)]
mod tests {
    use koproof_verify::never_stop;

    use super::shown::Verdict;
    use super::*;

    fn certificate(name: &str) -> Vec<u8> {
        let path = format!(
            "{}/../../results/certificates/{name}.kpc",
            env!("CARGO_MANIFEST_DIR")
        );
        std::fs::read(path).expect("it is part of the results")
    }

    fn proof(name: &str) -> Proof {
        Proof::check(&certificate(name), &mut never_stop).expect("it proves what it states")
    }

    /// The opponent tries every legal move, in many games. The proof always has an answer, and meets its bound.
    #[test]
    fn every_reply_is_answered_and_every_game_meets_the_bound() {
        let proof = proof("2x2.tromp-taylor");
        let mut ended = 0;
        for goal in 0..proof.strategy.goals().len() {
            let mut games = vec![Vec::new()];
            while let Some(moves) = games.pop() {
                let stand = proof.stand(goal, &moves).expect("the moves are legal");
                if let Some(met) = stand.met {
                    assert!(met, "{moves:?}");
                    ended += 1;
                    continue;
                }
                let state = serde_json::to_value(&stand.state).expect("it is written");
                let points = state["points"].as_array().expect("a list");
                let legal = points.iter().zip(["a2", "b2", "a1", "b1"]);
                let replies = legal
                    .filter(|(point, _)| point["rule"].is_null())
                    .map(|(_, name)| name.to_owned())
                    .chain(["pass".to_owned()]);
                let next: Vec<String> = match &stand.answer {
                    Some(answer) => vec![answer.clone()],
                    None => replies.collect(),
                };
                games.extend(next.into_iter().map(|name| [&moves[..], &[name]].concat()));
            }
        }
        assert!(ended > 10);
    }

    #[test]
    fn what_a_claim_needs_was_made_and_what_it_avoids_was_not() {
        let proof = proof("2x2.tromp-taylor");
        let (mut needed, mut avoided) = (0, 0);
        let mut games = vec![Vec::new()];
        while let Some(moves) = games.pop() {
            let stand = proof.stand(0, &moves).expect("the moves are legal");
            if let Some(claim) = &stand.claim {
                assert!(
                    claim.need.iter().all(|record| record.turn.is_some()),
                    "{moves:?}"
                );
                assert!(
                    claim.avoid.iter().all(|record| record.turn.is_none()),
                    "{moves:?}"
                );
                needed += claim.need.len();
                avoided += claim.avoid.len();
            }
            let next = match stand.answer {
                Some(answer) => vec![answer],
                None => ["a2", "b2", "a1", "b1", "pass"].map(str::to_owned).to_vec(),
            };
            let next = next.into_iter().map(|name| [&moves[..], &[name]].concat());
            games.extend(next.filter(|moves| stand.met.is_none() && proof.stand(0, moves).is_ok()));
        }
        assert!(needed > 0 && avoided > 0);
    }

    #[test]
    fn a_forged_step_is_refused_by_its_number() {
        let file = certificate("2x2.tromp-taylor");
        let reader = CertificateReader::open(file.as_slice()).expect("a certificate");
        let text = reader.convert(Vec::new(), koproof_verify::Form::Text);
        let text = text.expect("it is converted");
        let text = String::from_utf8(text).expect("it is text");
        // The first step claims more than it proves.
        let first = text
            .lines()
            .find(|line| line.starts_with("s "))
            .expect("there is a step");
        let fields: Vec<&str> = first.split(' ').collect();
        let (sign, score) = (fields[4], fields[5]);
        let more = if sign == ">=" { "64" } else { "-64" };
        let forged = first.replacen(&format!("{sign} {score}"), &format!("{sign} {more}"), 1);
        let refused = Proof::check(text.replacen(first, &forged, 1).as_bytes(), &mut never_stop);
        let refused = refused.expect_err("it is forged");
        assert_eq!(refused.verdict, Verdict::Refused);
        let error = refused.error;
        assert!(error.starts_with("step 0 is refused: "), "{error}");
    }

    /// The page must not say that such a file proves nothing.
    #[test]
    fn a_certificate_of_another_version_is_not_refused() {
        let mut later = certificate("2x2.tromp-taylor");
        later[8] = 3;
        for (bytes, said) in [
            (later.as_slice(), "certificate version 3, this build reads "),
            (
                b"koproof certificate 3\n",
                "certificate line 1: version \"3\", ",
            ),
            (
                b"koproof certificate ",
                "certificate line 1: the file stops ",
            ),
        ] {
            let other = Proof::check(bytes, &mut never_stop).expect_err("it is not read");
            assert_eq!(other.verdict, Verdict::Unsupported);
            assert!(other.error.starts_with(said), "{}", other.error);
        }
    }

    #[test]
    fn a_file_that_does_not_begin_like_a_certificate_is_none() {
        for (bytes, said) in [
            (&b"<!DOCTYPE"[..], "it starts with \"<!DOCTYPE\", not"),
            (b"\xEF\xBB\xBFkoproof", "a byte order mark"),
            (b"", "it is empty"),
        ] {
            let other = Proof::check(bytes, &mut never_stop).expect_err("it is none");
            assert_eq!(other.verdict, Verdict::NoCertificate);
            assert!(
                other.error.starts_with("not a certificate: "),
                "{}",
                other.error
            );
            assert!(other.error.contains(said), "{}", other.error);
        }
    }

    #[test]
    fn a_proof_that_needs_more_memory_is_not_refused() {
        let certificate = certificate("2x2.tromp-taylor");
        let stopped = Proof::check_within(&certificate, 0, &mut never_stop);
        let stopped = stopped.expect_err("some claims have records");
        assert_eq!(stopped.verdict, Verdict::TooLarge);
    }

    /// A table of one of the 114 states of 2x2, and of one bound on it.
    #[test]
    fn a_table_of_one_bound_proves_no_value() {
        let lines = [
            "koproof certificate 1",
            "graph6 Cr",
            "superko positional",
            "suicide forbid",
            "table",
            "roots 1",
            "steps",
            "s black 0 .... >= -4 pass-forever",
            "r black .... >= -4 0",
            "end 1",
            "crc32 cf5415c1",
            "",
        ];
        let text = lines.join("\n");
        let summary = Proof::check(text.as_bytes(), &mut never_stop)
            .expect("it proves what it states")
            .summary();
        assert!(summary.is_table);
        assert_eq!((summary.roots, summary.exact_states), (1, 0));
    }

    #[test]
    fn a_grid_has_its_name_again() {
        assert_eq!(proof("3x4.nstt").board.name(), "3x4");
    }
}
