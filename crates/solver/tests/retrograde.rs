//! Retrograde analysis against published figures and against the exact values under superko.

#[path = "common/at_once.rs"]
mod at_once;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use at_once::AtOnce;
use koproof_rules::{Board, Coloring, Graph, Player, Ruleset, Suicide, Superko};
use koproof_solver::{
    Bracket, Budget, KoRule, Nobody, Observer, Options, Progress, Repetition, Retrograde,
    RetrogradeError, Score, Solver, Stopped, Switch,
};

const SUICIDE: [Suicide; 2] = [Suicide::Allow, Suicide::Forbid];

fn graph(name: &str) -> Graph<1> {
    let board: Board = name.parse().expect("a board");
    Graph::new(&board).expect("a small board")
}

fn analysis(name: &str, suicide: Suicide, ko: KoRule) -> Retrograde {
    let (graph, unlimited) = (graph(name), Budget::UNLIMITED);
    Retrograde::new(&graph, suicide, ko, None, unlimited, &Nobody).expect("nobody stops it")
}

/// The brackets of every legal coloring, for Black and for White to move.
fn brackets(analysis: &Retrograde) -> impl Iterator<Item = (Coloring<1, 2>, [Bracket; 2])> + '_ {
    analysis.representatives().colorings().map(|coloring| {
        let bracket = |player| analysis.bracket(&coloring, player, 0);
        (
            coloring,
            Player::BOTH.map(|player| bracket(player).expect("a legal coloring")),
        )
    })
}

/// The bracket of the empty board, Black to move.
fn empty_board(analysis: &Retrograde) -> (Score, Score) {
    let bracket = analysis.bracket(&Coloring::EMPTY, Player::BLACK, 0);
    let Bracket { lo, hi } = bracket.expect("the empty coloring is legal");
    (lo, hi)
}

/// The value of the empty board, Black to move.
fn empty_value(analysis: &Retrograde, repetition: Repetition) -> Score {
    let (lo, hi) = empty_board(analysis);
    repetition.value(Bracket { lo, hi })
}

/// The figures for 3x3 and 2x4 are from a prototype that iterates the fixpoint; the one for 3x4 is published (weizigo,
/// 2026).
#[test]
fn plain_brackets_of_grids_are_as_found_before() {
    for (name, bracket) in [("3x3", (2, 9)), ("2x4", (8, 8)), ("3x4", (-1, 12))] {
        for suicide in SUICIDE {
            let found = empty_board(&analysis(name, suicide, KoRule::None));
            assert_eq!(found, bracket, "{name}, suicide {suicide}");
        }
    }
}

/// Percentages found by the same prototype.
#[test]
fn shares_of_ko_free_states_are_as_found_before() {
    let shares = [
        ("3x3", 66),
        ("2x4", 82),
        ("3x4", 74),
        ("1x11", 5),
        ("cycle:10", 17),
    ];
    for (name, percent) in shares {
        let analysis = analysis(name, Suicide::Forbid, KoRule::None);
        let exact = analysis.exact_states();
        let states = 2 * analysis.representatives().legal_colorings();
        let rounded = (200 * exact + states) / (2 * states);
        assert_eq!(rounded, percent, "{name}: {exact} of {states}");
    }
}

#[test]
fn counted_shares_are_those_of_all_brackets() {
    for (name, ko) in [
        ("2x3", KoRule::None),
        ("star:5", KoRule::Basic),
        ("cycle:7", KoRule::None),
    ] {
        let analysis = analysis(name, Suicide::Allow, ko);
        let brackets = brackets(&analysis).flat_map(|(_, both)| both);
        let ko_free = brackets.filter(|one| one.exact().is_some()).count();
        assert_eq!(analysis.exact_states(), ko_free as u64, "{name}");
    }
}

#[test]
fn long_empty_lines_and_cycles_are_wide_open() {
    let boards = (5..=11)
        .map(|points| (format!("path:{points}"), points))
        .chain((4..=10).map(|points| (format!("cycle:{points}"), points)));
    for (name, points) in boards {
        let found = empty_board(&analysis(&name, Suicide::Allow, KoRule::None));
        assert_eq!(found, (-points, points), "{name}");
    }
}

/// With one-stone suicides as plays a player could stall forever, and none of the 82 states would be ko-free.
#[test]
fn star_of_four_is_ko_free_because_nobody_can_stall() {
    let analysis = analysis("star:4", Suicide::Allow, KoRule::None);
    let states = 2 * analysis.representatives().legal_colorings();
    assert_eq!((analysis.exact_states(), states), (82, 82));
}

#[test]
fn brackets_under_basic_ko_contain_the_values_with_cycles_tied() {
    let brackets = [
        ("1x5", (-5, 5)),
        ("2x2", (-4, 4)),
        ("2x3", (-6, 6)),
        ("2x4", (8, 8)),
        ("3x3", (9, 9)),
    ];
    for (name, bracket) in brackets {
        for suicide in SUICIDE {
            let found = empty_board(&analysis(name, suicide, KoRule::Basic));
            assert_eq!(found, bracket, "{name}, suicide {suicide}");
        }
    }
}

/// E. van der Werf, *AI techniques for the game of Go* (2004), and the page <http://erikvanderwerf.tengen.nl/mxngo.html>.
/// The values are from earlier notes; which of the two has which value is not recorded.
#[test]
fn basic_ko_with_cycles_tied_gives_the_values_of_van_der_werf() {
    for (name, value) in [("2x2", 0), ("2x3", 0), ("2x4", 8), ("3x3", 9), ("3x4", 4)] {
        let analysis = analysis(name, Suicide::Forbid, KoRule::Basic);
        assert_eq!(
            empty_value(&analysis, Repetition::Score(0)),
            value,
            "{name}"
        );
    }
}

/// Of the two published values this is the one for basic ko; 2 is the value under superko.
#[test]
fn four_by_four_is_worth_one_under_basic_ko_unless_cycles_favour_black() {
    let analysis = analysis("4x4", Suicide::Forbid, KoRule::Basic);
    assert_eq!(empty_value(&analysis, Repetition::BlackLoses), 1);
    assert_eq!(empty_value(&analysis, Repetition::Score(0)), 1);
    assert_eq!(empty_value(&analysis, Repetition::Score(2)), 2);
    assert_eq!(empty_value(&analysis, Repetition::WhiteLoses), 16);
}

/// Published (SCX, 2026): 1 under positional superko and 6 under situational superko, both without suicide. Basic ko gives
/// 6, whatever cycles score: its brackets are no bounds under positional superko.
#[test]
fn basic_ko_says_nothing_of_positional_superko() {
    let rules = Ruleset {
        superko: Superko::Positional,
        ..Ruleset::NSTT
    };
    let board: Board = "1x6".parse().expect("a board");
    let start = Coloring::from_symbols("X.X.X.").expect("symbols");
    let solver = Solver::new(&board, rules, Options::default()).expect("a small board");
    let game = solver.game(start, Player::BLACK).expect("a legal coloring");
    let positional = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
    assert_eq!(positional.exact(), Some(1));

    let bracket = |ko| analysis("1x6", Suicide::Forbid, ko).bracket(&start, Player::BLACK, 0);
    assert_eq!(bracket(KoRule::Basic), Some(Bracket { lo: 6, hi: 6 }));
    let plain = bracket(KoRule::None).expect("a legal coloring");
    assert!((plain.lo..=plain.hi).contains(&1) && (plain.lo..=plain.hi).contains(&6));
}

/// Boards on which the bracket is compared with exact values, all of them ko-dependent in part.
const BOARDS: [&str; 12] = [
    "path:5", "path:6", "path:7", "cycle:5", "cycle:6", "cycle:7", "star:5", "2x2", "2x3", "2x4",
    "3x3", "wheel:6",
];

/// The fresh states whose exact value lies outside their bracket.
fn violations(name: &str, suicide: Suicide, superko: Superko) -> Vec<String> {
    let board: Board = name.parse().expect("a board");
    let rules = Ruleset {
        suicide,
        superko,
        ..Ruleset::TROMP_TAYLOR
    };
    let options = Options {
        retrograde: Switch::Off,
        ..Options::default()
    };
    let solver = Solver::new(&board, rules, options).expect("a small board");
    let (table, _) = solver.table(Budget::UNLIMITED, &Nobody).expect("no budget");
    let analysis = analysis(name, suicide, KoRule::None);
    let states = brackets(&analysis).flat_map(|(coloring, brackets)| {
        let values = table.values(&coloring).expect("a legal coloring");
        let states = Player::BOTH.into_iter().zip(brackets).zip(values);
        states.map(move |((player, bracket), value)| (coloring, player, bracket, value))
    });
    states
        .filter(|(_, _, bracket, value)| !(bracket.lo..=bracket.hi).contains(value))
        .map(|(coloring, player, bracket, value)| {
            let symbols = coloring.to_symbols(board.points());
            format!("{name} {symbols}, {player} to move: {value} is not in {bracket}")
        })
        .collect()
}

/// A theorem. The tables are made without its help.
#[test]
fn exact_values_lie_in_their_brackets_under_every_superko_rule() {
    for name in BOARDS {
        for suicide in SUICIDE {
            for superko in [
                Superko::Positional,
                Superko::Situational,
                Superko::NaturalSituational,
                Superko::Taylor,
            ] {
                let found = violations(name, suicide, superko);
                assert!(found.is_empty(), "{superko}, suicide {suicide}: {found:#?}");
            }
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for ko in [KoRule::None, KoRule::Basic] {
        let [one, four] = [1, 4].map(|threads| {
            let (threads, unlimited) = (NonZeroUsize::new(threads), Budget::UNLIMITED);
            let graph = graph("2x5");
            let analysis = Retrograde::new(&graph, Suicide::Allow, ko, threads, unlimited, &Nobody);
            brackets(&analysis.expect("nobody stops it")).collect::<Vec<_>>()
        });
        assert!(one == four, "{ko:?}");
    }
}

#[test]
fn illegal_and_foreign_colorings_have_no_bracket() {
    let analysis = analysis("path:2", Suicide::Allow, KoRule::None);
    for symbols in ["XO", "..X"] {
        let coloring = Coloring::from_symbols(symbols).expect("symbols");
        assert_eq!(analysis.bracket(&coloring, Player::BLACK, 0), None);
    }
}

#[test]
#[should_panic(expected = "after 2 passes the game is over")]
fn there_is_no_bracket_after_two_passes() {
    let analysis = analysis("path:2", Suicide::Allow, KoRule::None);
    let _ = analysis.bracket(&Coloring::EMPTY, Player::BLACK, 2);
}

#[test]
fn the_observer_and_the_time_can_stop_it() {
    let stopped = |budget, observer: &dyn Observer| {
        Retrograde::new(
            &graph("2x3"),
            Suicide::Allow,
            KoRule::None,
            None,
            budget,
            observer,
        )
        .err()
    };
    let no_time = Budget {
        time: Some(Duration::ZERO),
        ..Budget::UNLIMITED
    };
    let impatient = stopped(Budget::UNLIMITED, &AtOnce);
    assert!(matches!(
        impatient,
        Some(RetrogradeError::Stopped(Stopped::Observer))
    ));
    let late = stopped(no_time, &Nobody);
    assert!(matches!(
        late,
        Some(RetrogradeError::Stopped(Stopped::Time))
    ));
}

/// Counts the reports before the first level.
#[derive(Default)]
struct Early(AtomicUsize);

impl Observer for Early {
    fn on_progress(&self, progress: &Progress) {
        (self.0).fetch_add(usize::from(progress.total == 0), Ordering::Relaxed);
    }
}

/// The colorings are listed and scored, retakes are numbered, plays are generated, and the graph is read twice to be
/// reversed. Each of these can take long.
#[test]
fn every_pass_over_the_colorings_reports_before_the_first_level() {
    let early = Early::default();
    let analysis = Retrograde::new(
        &graph("2x3"),
        Suicide::Allow,
        KoRule::Basic,
        NonZeroUsize::new(1),
        Budget::UNLIMITED,
        &early,
    );
    assert!(analysis.is_ok());
    assert_eq!(early.0.into_inner(), 6);
}

#[test]
fn boards_with_too_many_points_are_refused() {
    let refused = Retrograde::new(
        &graph("path:18"),
        Suicide::Allow,
        KoRule::None,
        None,
        Budget::UNLIMITED,
        &Nobody,
    );
    let message = refused.err().map(|error| error.to_string());
    assert!(message.is_some_and(|message| message.starts_with("18 points are too many")));
}
