//! The oracle and the rules crate, two independent implementations, play the same games.

mod common;

use common::all_positions;
use common::graphs::{all_graphs, graph_of_bits};
use koproof_rules::{
    Board, Coloring, Game, Graph, IllegalMove, Move, Player, Point, Ruleset, Scoring, Suicide,
    Superko,
};
use koproof_verify::{Oracle, OracleError, OracleGame, OracleMove};
use proptest::prelude::*;

/// The same game in both.
struct Pair<'a, const W: usize, const N: usize> {
    fast: Game<'a, W, N>,
    naive: OracleGame<'a>,
}

fn naive_move(taken: Move) -> OracleMove {
    match taken {
        Move::Pass => OracleMove::Pass,
        Move::Play(point) => OracleMove::Play(point.index() as u16),
    }
}

impl<'a, const W: usize, const N: usize> Pair<'a, W, N> {
    /// Starts both, or asserts that both refuse.
    fn start(
        graph: &'a Graph<W>,
        oracle: &'a Oracle,
        rules: Ruleset,
        position: &str,
        to_move: Player,
    ) -> Option<Self> {
        let coloring = Coloring::from_symbols(position).expect("symbols of these players");
        let fast = Game::new(graph, rules, coloring, to_move);
        let naive = oracle.start(position, to_move);
        assert_eq!(fast.is_ok(), naive.is_ok(), "start at {position}");
        Some(Self {
            fast: fast.ok()?,
            naive: naive.ok()?,
        })
    }

    fn moves(&self) -> impl Iterator<Item = Move> + use<W, N> {
        // One point too many: both must refuse it.
        let plays =
            (0..=self.fast.graph().points() as u16).map(|point| Move::Play(Point::new(point)));
        std::iter::once(Move::Pass).chain(plays)
    }

    /// Compares everything that is visible without a move, and returns the legal moves.
    fn compare(&self) -> Vec<Move> {
        let (fast, naive) = (&self.fast, &self.naive);
        let before = naive.position();
        let graph = fast.graph();
        let symbols = |coloring: &Coloring<W, N>| coloring.to_symbols(graph.points());
        assert_eq!(symbols(fast.coloring()), before);
        assert_eq!(fast.to_move(), naive.to_move(), "{before}");
        assert_eq!(fast.passes(), naive.passes(), "{before}");
        assert_eq!(fast.is_over(), naive.is_over(), "{before}");
        assert_eq!(fast.history().len(), naive.records(), "{before}");
        for player in (0..fast.rules().players).map(Player::new) {
            let area = fast.coloring().area(graph, player);
            assert_eq!(area, naive.area(player), "{before}: area of {player}");
            let points = fast.points(player);
            assert_eq!(points, naive.points(player), "{before}: points of {player}");
        }
        let mut legal = Vec::new();
        for taken in self.moves() {
            let what = format!("{before}: {taken:?} by {}", fast.to_move());
            match (fast.try_move(taken), naive.after(naive_move(taken))) {
                (Ok(play), Ok(after)) => {
                    let coloring = play.map_or(*fast.coloring(), |play| play.coloring);
                    assert_eq!(symbols(&coloring), after, "{what}");
                    if let (Some(play), Move::Play(point)) = (play, taken) {
                        let mut placed = *fast.coloring();
                        placed.set(point, Some(fast.to_move()));
                        let placed = symbols(&placed);
                        let gone = |own: bool| {
                            let gone = |&point: &usize| {
                                let (stone, left) = (symbol(&placed, point), symbol(&after, point));
                                stone != left && (stone == fast.to_move().symbol()) == own
                            };
                            (0..graph.points()).filter(gone).collect::<Vec<_>>()
                        };
                        let points = |set: koproof_rules::PointSet<W>| {
                            set.iter().map(Point::index).collect::<Vec<_>>()
                        };
                        assert_eq!(points(play.captured), gone(false), "{what}");
                        assert_eq!(points(play.suicide), gone(true), "{what}");
                    }
                    legal.push(taken);
                }
                (Err(fast), Err(naive)) => {
                    assert!(same_reason(&fast, &naive), "{what}: {fast}, but {naive}")
                }
                (fast, naive) => panic!("{what}: {fast:?}, but {naive:?}"),
            }
        }
        legal
    }

    fn play(&mut self, taken: Move) {
        self.fast.play(taken).expect("it was found legal");
        self.naive
            .play(naive_move(taken))
            .expect("it was found legal");
    }

    fn undo(&mut self) -> bool {
        let (fast, naive) = (self.fast.undo(), self.naive.undo());
        assert_eq!(fast.map(naive_move), naive);
        fast.is_some()
    }
}

fn symbol(position: &str, point: usize) -> char {
    char::from(position.as_bytes()[point])
}

fn same_reason<const W: usize>(fast: &IllegalMove<W>, naive: &OracleError) -> bool {
    matches!(
        (fast, naive),
        (IllegalMove::Over, OracleError::Over)
            | (IllegalMove::OffBoard(_), OracleError::OffBoard(_))
            | (IllegalMove::Occupied(_), OracleError::Occupied(_))
            | (IllegalMove::Suicide { .. }, OracleError::Suicide(_))
            | (IllegalMove::Superko { .. }, OracleError::Superko(_))
    )
}

fn all_rules(players: usize) -> impl Iterator<Item = Ruleset> {
    Superko::ALL.into_iter().flat_map(move |superko| {
        let rules = Ruleset {
            superko,
            players,
            ..Ruleset::TROMP_TAYLOR
        };
        let handicap = Ruleset {
            handicap: 3,
            ..rules
        };
        let scored = Scoring::ALL.into_iter().flat_map(move |scoring| {
            [Suicide::Allow, Suicide::Forbid].map(|suicide| Ruleset {
                suicide,
                scoring,
                ..rules
            })
        });
        scored.chain([handicap])
    })
}

/// Compares games of one turn from every start, with every player to move.
fn compare_starts<const N: usize>(board: &Board) {
    let graph = Graph::<1>::new(board).expect("a small board");
    for rules in all_rules(N) {
        let oracle = Oracle::new(board, rules).expect("a small board");
        for position in all_positions(board.points(), N) {
            for to_move in (0..N).map(Player::new) {
                let Some(mut pair) =
                    Pair::<1, N>::start(&graph, &oracle, rules, &position, to_move)
                else {
                    continue;
                };
                for taken in pair.compare() {
                    pair.play(taken);
                    pair.compare();
                    pair.undo();
                }
            }
        }
    }
}

#[test]
fn they_agree_one_turn_from_every_coloring_of_up_to_four_points_for_two_players() {
    for board in all_graphs(4) {
        compare_starts::<2>(&board);
    }
}

#[test]
fn they_agree_one_turn_from_every_coloring_of_up_to_three_points_for_three_and_four_players() {
    for board in all_graphs(3) {
        compare_starts::<3>(&board);
        compare_starts::<4>(&board);
    }
}

/// Plays the moves that `choices` selects, undoes a turn now and then, and finally undoes all turns.
fn playout<const W: usize, const N: usize>(board: &Board, rules: Ruleset, choices: &[u16]) {
    let graph = Graph::<W>::new(board).expect("a small board");
    let oracle = Oracle::new(board, rules).expect("a small board");
    let empty = ".".repeat(board.points());
    let mut pair =
        Pair::<W, N>::start(&graph, &oracle, rules, &empty, Player::BLACK).expect("empty is legal");
    for &choice in choices {
        let mut legal = pair.compare();
        // A random game with many passes would end before any capture.
        if legal.len() > 1 && choice % 5 != 0 {
            legal.remove(0);
        }
        if legal.is_empty() || choice % 16 == 15 {
            pair.undo();
        } else {
            pair.play(legal[usize::from(choice / 16) % legal.len()]);
        }
    }
    pair.compare();
    while pair.undo() {
        pair.compare();
    }
}

fn graphs(points: impl Strategy<Value = usize>) -> impl Strategy<Value = Board> {
    (points, any::<u64>()).prop_map(|(points, bits)| graph_of_bits(points, bits))
}

fn rulesets(players: usize) -> impl Strategy<Value = Ruleset> {
    prop::sample::select(all_rules(players).collect::<Vec<_>>())
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..120)
}

proptest! {
    #[test]
    fn they_agree_on_random_games_of_two(board in graphs(1..8usize), rules in rulesets(2), choices in choices()) {
        playout::<1, 2>(&board, rules, &choices);
    }

    #[test]
    fn they_agree_on_random_games_of_three(board in graphs(1..8usize), rules in rulesets(3), choices in choices()) {
        playout::<1, 3>(&board, rules, &choices);
    }

    #[test]
    fn they_agree_on_random_games_in_wide_sets_for_many_players(
        board in graphs(2..9usize), (rules, choices) in (2..6usize).prop_flat_map(|players| (rulesets(players), choices())),
    ) {
        playout::<8, 8>(&board, rules, &choices);
    }

    #[test]
    fn they_agree_on_random_games_on_grids_and_other_named_boards(
        name in prop::sample::select(vec!["1x9", "2x5", "3x3", "4x4", "5x5", "cycle:9", "petersen", "cube", "torus:3x3"]),
        rules in rulesets(2),
        choices in choices(),
    ) {
        playout::<1, 2>(&name.parse().expect("a board"), rules, &choices);
    }
}
