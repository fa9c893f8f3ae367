//! Names of turns, plays, and undone plays.
//!
//! A *turn* is a coloring with a player to move. Symmetries of the board, and with them the exchange of the colors,
//! make orbits of turns; a turn is named by the representative of its coloring and the player who is then to move. If a
//! symmetry that exchanges the colors does not change a coloring, both players are in the same situation, and the turn
//! is named as Black's.
//!
//! **Taking back.** The analysis goes backwards, and keeps no list of the plays: it finds the plays that lead to a
//! coloring by undoing them. Let a play of t at v lead from p to q != p, t' being the opponent.
//!
//! * *No suicide.* Then q has a stone of t's at v. What was captured is a union of chains of t' in p whose only liberty
//!   was v. A point next to such a chain is v, has a stone of t, or was empty, and only v was empty; so the chain is a
//!   whole region of empty points in q, next to v and otherwise to stones of t's only. Hence p is q without the stone
//!   at v and with stones of t' on some of the regions next to v that touch no stone of t' in q: at most 2 to the
//!   number of neighbours.
//! * *Suicide.* Then the chain of v is gone, no stone of t' is, and the chain had no liberty: it is a whole region of
//!   empty points in q that touches no stone of t's. Hence p is q with stones of t's on all of such a region but v, of
//!   two points or more.
//!
//! Playing forward decides which of these p are legal and lead to q, so correctness only requires that none is
//! forgotten.
//!
//! **How often.** Several plays may lead from a turn T to the same orbit. Let f(T) be the number of symmetries that fix
//! T (that do not change its coloring and player), and let m' plays lead from the orbit of T to a turn T' itself. The
//! number of turns in an orbit is the number of symmetries divided by the number that fix one of its turns. So,
//! counting the plays between two orbits from both ends, T has `m' f(T) / f(T')` plays to the orbit of T'. ∎

use koproof_rules::{
    Board, ColorSwap, Coloring, Graph, Player, PointSet, RepresentativeParts, Suicide, Symmetry,
};
use koproof_solver::Switch;

use crate::error::PartitionError;

/// The most points of a board that is partitioned.
///
/// Memory is the tighter limit: 5x5 has 414 billion legal colorings.
pub const MAX_POINTS: usize = 25;

/// A turn up to symmetry: twice the code of the representative, and one more if White is to move.
pub(crate) type Turn = u64;

/// A named turn, with properties of its coloring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) turn: Turn,
    /// The number of symmetries that fix coloring and player.
    pub(crate) fixed_by: u16,
    /// Whether a symmetry that exchanges the colors fixes the coloring.
    pub(crate) mirrored: bool,
}

impl Named {
    /// Returns the key of the coloring: twice the code of its representative, and one more if it is mirrored.
    pub(crate) fn key(self) -> u64 {
        self.turn / 2 * 2 + u64::from(self.mirrored)
    }
}

/// A board with its symmetries and rules.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) board: Board,
    pub(crate) suicide: Suicide,
    graph: Graph<1>,
    symmetry: Symmetry<1>,
}

impl Game {
    pub(crate) fn new(
        board: &Board,
        suicide: Suicide,
        symmetry: Switch,
    ) -> Result<Self, PartitionError> {
        let points = board.points();
        let limit = MAX_POINTS;
        if points > limit {
            return Err(PartitionError::TooManyPoints { points, limit });
        }
        let graph = Graph::new(board).expect("so few points fit into a word");
        let symmetry = match symmetry {
            Switch::On => Symmetry::new(&graph, ColorSwap::Included),
            Switch::Off => Symmetry::trivial(&graph),
        };
        Ok(Self {
            board: board.clone(),
            suicide,
            graph,
            symmetry,
        })
    }

    pub(crate) fn points(&self) -> usize {
        self.graph.points()
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetry.len()
    }

    pub(crate) fn parts(&self) -> RepresentativeParts<'_> {
        RepresentativeParts::new(&self.graph, &self.symmetry)
    }

    /// Returns the points of Black minus those of White.
    pub(crate) fn score(&self, coloring: &Coloring<1, 2>) -> i8 {
        let area = |player| coloring.area(&self.graph, player) as i8;
        area(Player::BLACK) - area(Player::WHITE)
    }

    /// Names the turn of a coloring.
    pub(crate) fn name(&self, coloring: Coloring<1, 2>, player: Player) -> Named {
        let mut least = (coloring, player);
        let mut fixed_by = 0;
        let mut mirrored = false;
        for element in self.symmetry.elements() {
            let image = self.symmetry.image(element, coloring);
            if image == coloring {
                if self.symmetry.swaps_colors(element) {
                    mirrored = true;
                } else {
                    fixed_by += 1;
                }
            } else if image < least.0 {
                least = (image, self.symmetry.player(element, player));
            }
        }
        let (representative, there) = least;
        let player = if mirrored { Player::BLACK } else { there };
        Named {
            turn: 2 * representative.code(2) + player.index() as u64,
            fixed_by,
            mirrored,
        }
    }

    /// Counts the colorings in the orbit of a coloring.
    pub(crate) fn orbit_size(&self, coloring: &Coloring<1, 2>) -> u64 {
        let named = self.name(*coloring, Player::BLACK);
        let fixing = usize::from(named.fixed_by) * if named.mirrored { 2 } else { 1 };
        (self.symmetries() / fixing) as u64
    }

    /// Counts the plays that change the coloring.
    pub(crate) fn plays(&self, from: &Coloring<1, 2>, player: Player) -> u8 {
        let plays = from.plays(&self.graph, player, self.suicide);
        plays.filter(|(_, play)| play.coloring != *from).count() as u8
    }

    /// Calls a function with each coloring from which a play of this player leads to that one.
    pub(crate) fn take_back(
        &self,
        after: &Coloring<1, 2>,
        player: Player,
        mut found: impl FnMut(Coloring<1, 2>),
    ) {
        let graph = &self.graph;
        let opponent = player.next(2);
        let theirs = after.stones(opponent);
        let regions: Vec<PointSet<1>> = graph.parts(after.empty(graph)).collect();
        // Makes a coloring from the player's own stones and those of the opponent.
        let coloring = |own: PointSet<1>, other: PointSet<1>| {
            Coloring::from_stones(if player == Player::BLACK {
                [own, other]
            } else {
                [other, own]
            })
        };
        let mut leads_here = |before: Coloring<1, 2>, point| {
            if before.is_legal(graph) {
                let play = before.play(graph, player, point);
                if play.coloring == *after && self.suicide.allows(&play) {
                    found(before);
                }
            }
        };
        let own = after.stones(player);
        let mut prisons = regions.clone();
        prisons.retain(|&region| graph.adjacent(region).is_disjoint(&theirs));
        for point in own {
            let near = graph.neighbours(point);
            let near: Vec<PointSet<1>> = (prisons.iter().copied())
                .filter(|prison| !prison.is_disjoint(&near))
                .collect();
            let without = own - PointSet::singleton(point);
            for some in 0..1u32 << near.len() {
                let captured = (near.iter().enumerate())
                    .filter(|(index, _)| some >> index & 1 == 1)
                    .fold(PointSet::EMPTY, |all, (_, &prison)| all | prison);
                leads_here(coloring(without, theirs | captured), point);
            }
        }
        if self.suicide == Suicide::Allow {
            for &region in &regions {
                if region.len() > 1 && graph.adjacent(region).is_disjoint(&own) {
                    for point in region {
                        let chain = region - PointSet::singleton(point);
                        leads_here(coloring(own | chain, theirs), point);
                    }
                }
            }
        }
    }
}

/// Returns whether both turns of a coloring have the same place.
pub(crate) fn is_mirrored(key: u64) -> bool {
    key % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [&str; 8] = [
        "path:1",
        "path:5",
        "cycle:5",
        "star:5",
        "complete:4",
        "2x3",
        "wheel:6",
        "edges:0-1,1-2,0-2,3-4",
    ];

    fn games() -> impl Iterator<Item = Game> {
        BOARDS.into_iter().flat_map(|board| {
            let board: Board = board.parse().expect("a board");
            [Suicide::Forbid, Suicide::Allow]
                .into_iter()
                .flat_map(move |suicide| {
                    [Switch::On, Switch::Off]
                        .map(|symmetry| Game::new(&board, suicide, symmetry).expect("it is small"))
                })
        })
    }

    /// Returns every coloring of the board in which every chain has a liberty.
    fn legal(game: &Game) -> Vec<Coloring<1, 2>> {
        (0..3u64.pow(game.points() as u32))
            .map(|code| Coloring::from_code(code, 2))
            .filter(|coloring| coloring.is_legal(&game.graph))
            .collect()
    }

    /// Returns the results of the plays, by the definition.
    fn successors(game: &Game, from: &Coloring<1, 2>, player: Player) -> Vec<Coloring<1, 2>> {
        from.empty(&game.graph)
            .into_iter()
            .map(|point| from.play_by_definition(&game.graph, player, point))
            .filter(|play| play.coloring != *from && game.suicide.allows(play))
            .map(|play| play.coloring)
            .collect()
    }

    #[test]
    fn plays_are_taken_back_to_exactly_where_they_came_from() {
        for game in games() {
            let legal = legal(&game);
            for player in Player::BOTH {
                let mut forward = Vec::new();
                let mut backward = Vec::new();
                for coloring in &legal {
                    let after = successors(&game, coloring, player);
                    assert_eq!(usize::from(game.plays(coloring, player)), after.len());
                    forward.extend(after.into_iter().map(|after| (*coloring, after)));
                    game.take_back(coloring, player, |before| {
                        backward.push((before, *coloring))
                    });
                }
                forward.sort_unstable();
                backward.sort_unstable();
                assert_eq!(forward, backward, "{} {}", game.board.name(), game.suicide);
            }
        }
    }

    #[test]
    fn plays_between_orbits_are_as_many_from_both_ends() {
        for game in games() {
            for from in legal(&game) {
                for player in Player::BOTH {
                    let before = game.name(from, player);
                    for after in successors(&game, &from, player) {
                        let after_name = game.name(after, player.next(2));
                        let here = |coloring: &Coloring<1, 2>| {
                            game.name(*coloring, player.next(2)).turn == after_name.turn
                        };
                        let plays = successors(&game, &from, player);
                        let plays = plays.iter().filter(|coloring| here(coloring)).count();
                        let mut back = 0;
                        game.take_back(&after, player, |coloring| {
                            back += usize::from(game.name(coloring, player).turn == before.turn);
                        });
                        assert_eq!(
                            plays * usize::from(after_name.fixed_by),
                            back * usize::from(before.fixed_by),
                            "{} {from:?} {after:?}",
                            game.board.name()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn orbits_of_the_representatives_are_all_legal_colorings() {
        for game in games() {
            let parts = game.parts();
            let mut sum = 0;
            for coloring in parts.walks().flatten() {
                let named = game.name(coloring, Player::BLACK);
                assert_eq!(named.turn, 2 * coloring.code(2));
                sum += game.orbit_size(&coloring);
            }
            assert_eq!(sum, legal(&game).len() as u64, "{}", game.board.name());
        }
    }
}
