//! Trees of proofs, played through with the real history of each line.

use koproof_answers::{Caps, Remark, Show, Tree};
use koproof_rules::{Board, Coloring, Game, Move, Player, Ruleset, Score, Superko};
use koproof_solver::{Budget, Nobody, Options, Solver};

/// Plays through a proof, also where a position is followed elsewhere. Returns the worst score for Black of all ends.
fn worst(tree: &Tree, at: usize, game: &mut Game<'_, 1, 2>, prover: Player) -> Score {
    if game.is_over() {
        return game.score();
    }
    let node = &tree.nodes[at];
    let elsewhere = node.remarks.iter().find_map(|remark| match remark {
        Remark::Transposition(first) => Some(*first),
        _ => None,
    });
    if let Some(first) = elsewhere {
        return worst(tree, first, game, prover);
    }
    let child = |taken: Move| {
        let mut children = node.children.iter().copied();
        children.find(|&child| tree.nodes[child].turn.is_some_and(|turn| turn.1 == taken))
    };
    let moves: Vec<Move> = match game.to_move() == prover {
        true => vec![tree.nodes[node.children[0]].turn.expect("a move").1],
        false => game.legal_moves().collect(),
    };
    let scores = moves.into_iter().map(|taken| {
        let next = child(taken).expect("every legal reply has an answer");
        game.play(taken).expect("the answers are legal");
        let score = worst(tree, next, game, prover);
        game.undo();
        score
    });
    let scores: Vec<Score> = scores.collect();
    let worst = match prover {
        Player::BLACK => scores.into_iter().min(),
        _ => scores.into_iter().max(),
    };
    worst.expect("a move")
}

fn grown(board: &str, rules: Ruleset, prover: Player, caps: Caps) -> (Tree, Score) {
    let board: Board = board.parse().expect("a board");
    let solver = Solver::new(&board, rules, Options::one_thread()).expect("a small board");
    let start = || {
        solver
            .game(Coloring::EMPTY, Player::BLACK)
            .expect("it is empty")
    };
    let tree = Tree::grow(start(), &[], Show::Proof(prover), caps, |game, detail| {
        Some(solver.analyse(game, detail, Budget::UNLIMITED, &Nobody))
    });
    let tree = tree.expect("no move is illegal");
    assert!(tree.is_exact());
    let score = match tree.cuts() {
        0 => worst(&tree, 0, &mut start(), prover),
        _ => Score::MAX,
    };
    (tree, score)
}

/// A line that is followed elsewhere had no answer to replies that are legal only here, or an answer that is illegal here: on
/// 2x3 at 35 of 155 such positions.
#[test]
fn a_proof_answers_every_reply_with_the_real_history() {
    let caps = Caps {
        depth: 1_000,
        width: 1,
        nodes: 100_000,
    };
    let situational = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::NSTT
    };
    for (board, rules, value) in [
        ("2x2", Ruleset::TROMP_TAYLOR, 1),
        ("2x3", Ruleset::TROMP_TAYLOR, 0),
        ("2x3", Ruleset::NSTT, 0),
        ("1x4", situational, 4),
    ] {
        for prover in [Player::BLACK, Player::WHITE] {
            let (tree, score) = grown(board, rules, prover, caps);
            assert_eq!(score, value, "{board} {prover}");
            let links = tree.nodes.iter().flat_map(|node| &node.remarks);
            let links = links.filter(|remark| matches!(remark, Remark::Transposition(_)));
            assert!(board == "1x4" || links.count() > 0, "{board} {prover}");
        }
    }
}

#[test]
fn a_proof_that_is_cut_short_says_where() {
    for (depth, nodes) in [(3, 100_000), (1_000, 20)] {
        let caps = Caps {
            depth,
            width: 1,
            nodes,
        };
        let (tree, _) = grown("2x2", Ruleset::TROMP_TAYLOR, Player::BLACK, caps);
        let cut = |node: &&koproof_answers::Node| {
            let said = |remark: &Remark| matches!(remark, Remark::Deep(3) | Remark::Full);
            node.remarks.iter().any(said)
        };
        let cuts = tree.nodes.iter().filter(cut).count();
        assert!(cuts > 0);
        assert_eq!(tree.cuts(), cuts);
    }
}
