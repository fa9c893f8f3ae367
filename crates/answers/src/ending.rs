//! Best play to the end, and the fate of chains.

use koproof_rules::{
    Coloring, Game, Graph, Margin, Move, Player, PointSet, Ruleset, Suicide, named,
};
use koproof_solver::{Bracket, Budget, Detail, Observer, Solver, Stopped};
use koproof_verify::living;

use crate::tally::Final;

/// The end of a game that starts with a position.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The player to move.
    pub to_move: Player,
    /// The proved bracket of the value: Black − White, komi not counted.
    pub value: Bracket,
    /// Best play, as far as known.
    pub line: Vec<Move>,
    /// The owners of the points at the end, as stones; `None` if a limit stopped the search first.
    pub owners: Option<Coloring<1, 2>>,
    /// The limit that stopped the search.
    pub stopped: Option<Stopped>,
}

/// The fate of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It cannot be captured.
    Unconditional,
    /// Its points belong to its owner at the end.
    Alive,
    /// Its points belong to the opponent at the end.
    Dead,
    /// Neither; or the fate depends on the player to move.
    Undecided,
    /// It is not known: a limit stopped the search first.
    Open,
}

named!(Fate, String, String::from; Unconditional = "unconditionally alive", Alive = "alive", Dead = "dead", Undecided = "undecided", Open = "open");

impl Fate {
    /// Lists the chains of a player, each with its fate in a position that ends in one of these ways.
    #[must_use]
    pub fn of_chains(
        graph: &Graph<1>,
        coloring: &Coloring<1, 2>,
        player: Player,
        suicide: Suicide,
        endings: &[Ending],
    ) -> Vec<(PointSet<1>, Self)> {
        let living = living(graph, coloring, player, suicide);
        let fate = |chain: PointSet<1>| match chain.is_subset(&living) {
            true => Self::Unconditional,
            false => Self::of(endings, chain, player),
        };
        let chains = coloring.chains(graph, player);
        chains.map(|chain| (chain, fate(chain))).collect()
    }

    /// Returns the fate of a player's chain that is the same in all of these endings, by their owners alone; undecided
    /// if there is none, and open if that depends on what is not known.
    fn of(endings: &[Ending], chain: PointSet<1>, player: Player) -> Self {
        let fates = endings.iter().map(|ending| ending.fate(chain, player));
        let mut known = fates.clone().filter(|&fate| fate != Self::Open);
        let first = known.next().unwrap_or(Self::Open);
        if known.any(|fate| fate != first) {
            Self::Undecided
        } else if fates.clone().any(|fate| fate == Self::Open) && first != Self::Undecided {
            Self::Open
        } else {
            first
        }
    }
}

impl Ending {
    /// Solves a position and plays it to the end.
    #[must_use]
    pub fn find(
        solver: &Solver,
        game: &Game<'_, 1, 2>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Self {
        let analysis = solver.analyse(game, Detail::Best, budget, observer);
        let line = analysis.principal_variation().0.to_vec();
        Self {
            to_move: game.to_move(),
            value: analysis.value(),
            owners: owners(game, &line),
            stopped: analysis.stopped,
            line,
        }
    }

    /// Returns the fate of a player's chain in this ending.
    #[must_use]
    pub fn fate(&self, chain: PointSet<1>, player: Player) -> Fate {
        let Some(owners) = &self.owners else {
            return Fate::Open;
        };
        if chain.is_subset(&owners.stones(player)) {
            Fate::Alive
        } else if chain.is_subset(&owners.stones(player.next(2))) {
            Fate::Dead
        } else {
            Fate::Undecided
        }
    }
}

/// The score of a position if the players agree to remove its dead chains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The stones of the dead chains.
    pub dead: PointSet<1>,
    /// The score without them, komi counted.
    pub score: Margin,
    /// For each ending, whether its value is known to be the same.
    pub given: Vec<bool>,
}

impl Agreement {
    /// Removes the dead chains among all chains of a position; `None` if a fate is open.
    #[must_use]
    pub fn on(
        graph: &Graph<1>,
        coloring: &Coloring<1, 2>,
        rules: Ruleset,
        fates: impl IntoIterator<Item = (PointSet<1>, Fate)>,
        endings: &[Ending],
    ) -> Option<Self> {
        let mut dead = PointSet::EMPTY;
        for (chain, fate) in fates {
            match fate {
                Fate::Dead => dead |= chain,
                Fate::Open => return None,
                Fate::Unconditional | Fate::Alive | Fate::Undecided => {}
            }
        }
        let mut last = Final {
            graph,
            rules,
            coloring: *coloring,
            lost: [0; 2],
        };
        last.remove(dead);
        let score = last.tally().score.expect("there are two players");
        let given = endings.iter().map(|ending| {
            let value = ending.value.exact();
            value.is_some_and(|value| Margin::new(value, rules.komi) == score)
        });
        Some(Self {
            dead,
            score,
            given: given.collect(),
        })
    }
}

/// Returns the owners of the points by area after the line, as stones; `None` if the line does not end the game.
fn owners(game: &Game<'_, 1, 2>, line: &[Move]) -> Option<Coloring<1, 2>> {
    let mut game = game.clone();
    for &taken in line {
        game.play(taken).ok()?;
    }
    let coloring = game.coloring();
    let owned = |player| coloring.stones(player) | coloring.territory(game.graph(), player);
    (game.is_over()).then(|| Coloring::from_stones(Player::BOTH.map(owned)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use koproof_rules::Point;

    fn ending(owners: &str) -> Ending {
        Ending {
            to_move: Player::BLACK,
            value: Bracket { lo: 0, hi: 0 },
            line: Vec::new(),
            owners: Some(Coloring::from_symbols(owners).expect("symbols")),
            stopped: None,
        }
    }

    #[test]
    fn a_chain_lives_or_dies_only_if_it_does_with_either_player_first() {
        let chain: PointSet<1> = [0, 1].map(Point::new).into_iter().collect();
        let fate = |one, other| Fate::of(&[ending(one), ending(other)], chain, Player::BLACK);
        assert_eq!(fate("XX.", "XXO"), Fate::Alive);
        assert_eq!(fate("OO.", "OOO"), Fate::Dead);
        assert_eq!(fate("XX.", "OO."), Fate::Undecided);
        let open = Ending {
            owners: None,
            ..ending("...")
        };
        let open = |known| Fate::of(&[ending(known), open.clone()], chain, Player::BLACK);
        assert_eq!(open("XX."), Fate::Open);
        // Whatever the other ending is, it is not the same with either player first.
        assert_eq!(open("X.."), Fate::Undecided);
        // The points belong to nobody or to both.
        assert_eq!(fate("X..", "X.."), Fate::Undecided);
        assert_eq!(fate("XO.", "XO."), Fate::Undecided);
    }

    #[test]
    fn dead_chains_are_removed_and_the_score_is_compared_with_each_value() {
        let graph = Graph::new(&"path:5".parse().expect("a board")).expect("a small board");
        let coloring = Coloring::from_symbols("O.XX.").expect("symbols");
        let [one, other] = [0, 2].map(|point| [point].map(Point::new).into_iter().collect());
        let worth = |value| Ending {
            value: Bracket::exactly(value),
            ..ending(".....")
        };
        let open = Ending {
            value: Bracket { lo: 4, hi: 5 },
            ..ending(".....")
        };
        let endings = [worth(5), worth(4), open];
        let agreed = |fate| {
            let fates = [(one, fate), (other, Fate::Alive)];
            Agreement::on(&graph, &coloring, Ruleset::TROMP_TAYLOR, fates, &endings)
        };
        let without = agreed(Fate::Dead).expect("nothing is open");
        assert_eq!(without.score.to_string(), "B+5");
        assert_eq!(
            (without.dead, without.given),
            (one, vec![true, false, false])
        );
        // Three points of Black's and one of White's.
        let with = agreed(Fate::Undecided).expect("nothing is open");
        assert_eq!(
            (with.dead, with.score.to_string().as_str()),
            (PointSet::EMPTY, "B+2")
        );
        assert_eq!(agreed(Fate::Open), None);
    }
}
