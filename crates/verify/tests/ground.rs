//! Bounds that hold under every history: unconditional life, and passing forever.

mod common;
#[path = "common/judge/mod.rs"]
mod judge;

use common::all_positions;
use common::graphs::all_graphs;
use judge::{Judge, letter};
use koproof_rules::{Board, Coloring, Graph, Player, Point, PointSet, Scoring, Suicide, Superko};
use koproof_verify::{
    Bound, CertificateWriter, Child, Form, Header, Item, PassForever, Position, Reason, Root, Rule,
    State, Statement, Step, TooManyColorings, alive, check, living, never_stop,
};

const SUICIDES: [Suicide; 2] = [Suicide::Allow, Suicide::Forbid];

/// The boards on which careless readings of Benson's theorem are wrong: the double star, and a star with a tail.
const CARELESS: [&str; 2] = ["edges:0-1,0-2,0-3,1-4,1-5", "edges:0-1,0-2,0-3,3-4,4-5"];

fn board(name: &str) -> Board {
    name.parse().expect("a board")
}

const SCORINGS: [Scoring; 2] = [Scoring::Area, Scoring::Territory];

fn naive(board: &Board, suicide: Suicide, scoring: Scoring) -> Judge {
    let header = Header {
        board: board.clone(),
        superko: Superko::Positional,
        suicide,
        scoring,
        statement: Statement::Table { roots: 1 },
        symmetries: Vec::new(),
    };
    Judge::new(&header, None).expect("no symmetry is listed")
}

fn legal_colorings(board: &Board, graph: &Graph<1>) -> Vec<Coloring<1, 2>> {
    all_positions(board.points(), 2)
        .map(|position| Coloring::from_symbols(&position).expect("a position"))
        .filter(|coloring: &Coloring<1, 2>| coloring.is_legal(graph))
        .collect()
}

/// Tells whether a score is at least as good as another for a player.
fn is_at_least_as_good(player: Player, score: i16, other: i16) -> bool {
    if player == Player::BLACK {
        score >= other
    } else {
        score <= other
    }
}

#[test]
fn passing_for_ever_ends_with_the_worst_of_everything_that_can_be_built() {
    for board in all_graphs(4).chain(CARELESS.map(board)) {
        let graph = Graph::new(&board).expect("small");
        for (suicide, scoring) in SUICIDES
            .map(|one| SCORINGS.map(|other| (one, other)))
            .concat()
        {
            let judge = naive(&board, suicide, scoring);
            let mut passing = PassForever::new(&graph, suicide, scoring);
            for coloring in legal_colorings(&board, &graph) {
                for player in Player::BOTH {
                    let opponent = letter(player.next(2));
                    let built = judge.alone(&judge.stones(&coloring), opponent);
                    let scores = built
                        .iter()
                        .map(|(stones, gained)| judge.score(stones) + gained);
                    let worst = match player {
                        Player::BLACK => scores.min(),
                        _ => scores.max(),
                    };
                    let found = passing.worst(&coloring, player);
                    assert_eq!(found.ok(), worst, "{} {coloring:?} {player}", board.name());
                }
            }
        }
    }
}

#[test]
fn unconditional_life_promises_no_more_than_passing_for_ever_gives() {
    for board in all_graphs(4).chain(CARELESS.map(board)) {
        let graph = Graph::new(&board).expect("small");
        for (suicide, scoring) in SUICIDES
            .map(|one| SCORINGS.map(|other| (one, other)))
            .concat()
        {
            let mut passing = PassForever::new(&graph, suicide, scoring);
            for coloring in legal_colorings(&board, &graph) {
                // The stones, which count in area but not in the scoring of the rules.
                let stones =
                    coloring.balance(&graph, Scoring::Area) - coloring.balance(&graph, scoring);
                for player in Player::BOTH {
                    let worst = passing.worst(&coloring, player).expect("small");
                    let promised = alive(&graph, &coloring, player) - stones;
                    assert!(
                        is_at_least_as_good(player, worst, promised),
                        "{} {scoring} {coloring:?} {player}: {promised}, but {worst}",
                        board.name()
                    );
                }
            }
        }
    }
}

#[test]
fn what_lives_unconditionally_is_what_no_opponent_can_ever_take() {
    for board in all_graphs(4).chain(CARELESS.map(board)) {
        let graph = Graph::new(&board).expect("small");
        for suicide in SUICIDES {
            let judge = naive(&board, suicide, Scoring::Area);
            for coloring in legal_colorings(&board, &graph) {
                for player in Player::BOTH {
                    let opponent = letter(player.next(2));
                    let built = judge.alone(&judge.stones(&coloring), opponent);
                    let stays = |point: &Point| {
                        let at = point.index();
                        built.keys().all(|stones| stones[at] == letter(player))
                    };
                    let safe: PointSet<1> = coloring.stones(player).iter().filter(stays).collect();
                    assert_eq!(
                        living(&graph, &coloring, player, suicide),
                        safe,
                        "{} {suicide:?} {coloring:?} {player}",
                        board.name()
                    );
                }
            }
        }
    }
}

#[test]
fn two_eyes_are_worth_the_whole_board() {
    for (name, position) in [
        ("path:3", ".X."),
        ("path:5", ".X.X."),
        ("star:4", "X..."),
        ("3x3", ".X.XXXXXX"),
    ] {
        let board = board(name);
        let graph = Graph::new(&board).expect("small");
        let coloring = Coloring::from_symbols(position).expect("a position");
        let points = board.points() as i16;
        assert_eq!(alive(&graph, &coloring, Player::BLACK), points, "{name}");
        let swapped = coloring.swapped(Player::BLACK, Player::WHITE);
        assert_eq!(alive(&graph, &swapped, Player::WHITE), -points, "{name}");
    }
}

/// Returns the bound by a careless reading of life: a region is vital if its *empty* points are adjacent to the chain,
/// and the prover gets every region that the player encloses.
fn careless(graph: &Graph<1>, coloring: &Coloring<1, 2>) -> i16 {
    let mut living = coloring.stones(Player::BLACK);
    let empty = coloring.empty(graph);
    loop {
        let regions: Vec<PointSet<1>> = graph.parts(graph.all() - living).collect();
        let lost = graph.parts(living).find(|&chain| {
            let adjacent = graph.adjacent(chain);
            let vital = regions
                .iter()
                .filter(|&&region| (region & empty).is_subset(&adjacent));
            vital.count() < 2
        });
        match lost {
            Some(chain) => living -= chain,
            None => break,
        }
    }
    let border = graph.adjacent(living);
    let mut margin = living.len() as i16;
    for region in graph.parts(graph.all() - living) {
        let points = region.len() as i16;
        margin += if (region & empty).is_subset(&border) {
            points
        } else {
            -points
        };
    }
    margin
}

/// Returns a certificate in which one rule without history gives Black this score.
fn forged(board: &Board, start: Coloring<1, 2>, score: i16, rule: Rule) -> Vec<u8> {
    let to_move = Player::BLACK;
    let header = Header {
        board: board.clone(),
        superko: Superko::Positional,
        suicide: Suicide::Allow,
        scoring: Scoring::Area,
        statement: Statement::Position(Position {
            start,
            to_move,
            moves: Vec::new(),
            at_least: Some(score),
            at_most: None,
        }),
        symmetries: Vec::new(),
    };
    let bound = Bound::AtLeast(score);
    let state = State {
        coloring: start,
        to_move,
        passes: 0,
    };
    let child = Child {
        step: 0,
        symmetry: 0,
    };
    let mut writer = CertificateWriter::new(Vec::new(), &header, Form::Text).expect("a header");
    for item in [
        Item::Step(Step { state, bound, rule }),
        Item::Root(Root {
            coloring: start,
            to_move,
            bound,
            child,
        }),
    ] {
        writer.item(&item).expect("an item");
    }
    writer.finish().expect("an end")
}

/// Shows that the tests above can fail: the careless bound is wrong on these boards, and certificates of it are
/// refused.
#[test]
fn careless_life_promises_too_much() {
    for board in CARELESS.map(board) {
        let graph = Graph::new(&board).expect("small");
        let mut passing = PassForever::new(&graph, Suicide::Allow, Scoring::Area);
        let mut too_much = 0;
        for coloring in legal_colorings(&board, &graph) {
            let worst = passing.worst(&coloring, Player::BLACK).expect("small");
            let promised = careless(&graph, &coloring);
            if promised <= worst {
                continue;
            }
            too_much += 1;
            for rule in [Rule::Alive, Rule::PassForever] {
                let file = forged(&board, coloring, promised, rule);
                let refused = check(file.as_slice(), &mut never_stop).expect_err("refused");
                assert!(matches!(
                    refused.reason,
                    Reason::Life { .. } | Reason::PassForever { .. }
                ));
            }
            let file = forged(&board, coloring, worst, Rule::PassForever);
            assert!(check(file.as_slice(), &mut never_stop).is_ok());
        }
        assert!(too_much > 0, "{}", board.name());
    }
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let board = board("2x3");
    let graph = Graph::new(&board).expect("small");
    let mut one = PassForever::new(&graph, Suicide::Allow, Scoring::Area);
    for coloring in legal_colorings(&board, &graph).iter().rev() {
        for player in Player::BOTH {
            let fresh =
                PassForever::new(&graph, Suicide::Allow, Scoring::Area).worst(coloring, player);
            assert_eq!(one.worst(coloring, player), fresh);
            assert_eq!(one.worst(coloring, player), fresh);
        }
    }
}

/// On `O.X.` White captures the stone after a suicide of two: White gets one prisoner, loses two, and gets two points
/// of territory.
#[test]
fn the_way_to_a_coloring_is_paid_for_in_prisoners() {
    let board = board("path:4");
    let graph = Graph::new(&board).expect("small");
    let coloring = Coloring::from_symbols("O.X.").expect("a position");
    for (suicide, worst) in [(Suicide::Allow, 2 - 1 - 2), (Suicide::Forbid, 1)] {
        let mut passing = PassForever::new(&graph, suicide, Scoring::Territory);
        assert_eq!(passing.worst(&coloring, Player::BLACK), Ok(worst));
    }
}

#[test]
fn more_than_a_million_colorings_are_too_many() {
    let board = board("5x5");
    let graph = Graph::new(&board).expect("small");
    let mut passing = PassForever::new(&graph, Suicide::Forbid, Scoring::Area);
    let answer = passing.worst(&Coloring::EMPTY, Player::WHITE);
    assert_eq!(answer, Err(TooManyColorings));
}
