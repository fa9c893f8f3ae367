//! Tests of the checks: checkpoints that are accepted, and forged ones that are refused.

use std::fs::File;
use std::path::Path;

use koproof_rules::{Board, Ruleset};
use koproof_store::{ContainerWriter, Layout};

use super::*;
use crate::claims::checkpoint::entry::{CHECKPOINT, Entry, Header, Parts};
use crate::claims::checkpoint::{load, save};
use crate::claims::origin::Ground;
use crate::options::{Options, Proofs};
use crate::state::kept_numbers::Progressed;

const ONE_BY_FOUR: &str = "1x4";

fn shared(board: &Board) -> Shared {
    let shared = Shared::of_board(board, Ruleset::TROMP_TAYLOR, Options::default());
    shared.expect("a small board")
}

fn write(shared: &Shared, solved: &[(u64, [i8; 2])], parts: Option<&Parts>, path: &Path) {
    let board = ONE_BY_FOUR.parse().expect("a board");
    let (lease, progressed) = (shared.leases.take(), Progressed::default());
    save(&board, shared, solved, parts, progressed, lease, path).expect("a file");
}

/// A draft of a checkpoint for the path of four points under positional superko. Its only colorings are the empty
/// one and `X...` with its images.
struct Draft {
    shared: Shared,
    solved: Vec<(u64, [i8; 2])>,
}

fn about(slot: u64, bound: Bound) -> About {
    About {
        slot: Slot::with_number(slot).expect("four bytes"),
        passes: Passes::Any,
        bound,
    }
}

impl Draft {
    fn new() -> Self {
        let shared = shared(&ONE_BY_FOUR.parse().expect("a board"));
        let draft = Self {
            shared,
            solved: Vec::new(),
        };
        assert_eq!(draft.slot("....", Player::BLACK), 0);
        assert!(draft.slot("X...", Player::BLACK) / 2 == 1);
        draft
    }

    fn slot(&self, coloring: &str, to_move: Player) -> u64 {
        let coloring = Coloring::from_symbols(coloring).expect("a coloring");
        let state = self.shared.state(coloring, to_move, 0);
        self.shared.slot(state).into()
    }

    fn record(&self, coloring: &str) -> RecordId {
        let coloring = Coloring::from_symbols(coloring).expect("a coloring");
        let superko = Superko::Positional;
        self.shared
            .record(&superko.of_play(coloring, Player::BLACK, 2))
    }

    fn claim(self, slot: u64, bound: Bound, avoid: &[RecordId], need: &[RecordId]) -> Self {
        let claim = Claim::new(about(slot, bound), avoid, need, None);
        self.shared.table.add(claim.into());
        self
    }

    /// Writes the checkpoint and reads it again.
    fn reread(self) -> Result<(), String> {
        let board: Board = ONE_BY_FOUR.parse().expect("a board");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint");
        write(&self.shared, &self.solved, None, &path);
        let resumed = shared(&board);
        let loaded = load(&board, &resumed, &path, None, |_| Ok(()));
        let taken = resumed.table.len();
        match loaded {
            Ok(solved) => {
                assert_eq!(taken, self.shared.table.len());
                // Claims that shared their conditions share them again.
                assert_eq!(resumed.table.bytes(), self.shared.table.bytes());
                assert_eq!(solved.values, self.solved);
                let orbits = self.shared.orbits.slots.len();
                assert_eq!(resumed.orbits.slots.len(), orbits, "values need no names");
                Ok(())
            }
            Err(why) => {
                assert_eq!(taken, 0, "a file that is refused leaves nothing behind");
                Err(why.to_string())
            }
        }
    }

    fn refused(self, reason: &str) {
        let why = self.reread().expect_err("it should be refused");
        assert!(why.contains(reason), "{why}");
    }
}

/// A draft with two claims that share their conditions; the first avoids one more record.
fn with_shared_conditions(own: &str) -> Draft {
    let draft = Draft::new();
    let (first, second) = (
        draft.slot("....", Player::BLACK),
        draft.slot("X...", Player::BLACK),
    );
    let (own, other) = (draft.record(own), draft.record(".X.."));
    let below = Claim::new(about(second, Bound::AtMost(4)), &[other], &[], None);
    let below = Arc::new(below);
    draft.shared.table.add(Arc::clone(&below));
    let frame = Element::IDENTITY;
    let above = Claim::after(about(first, TRUE), &below, frame, Some(own), None);
    draft.shared.table.add(above.into());
    draft
}

#[test]
fn claims_that_share_conditions_share_them_again() {
    assert_eq!(with_shared_conditions("X...").reread(), Ok(()));
    with_shared_conditions("....").refused("not well-formed");
}

/// Proofs of large boards have more conditions than an entry can hold.
#[test]
fn a_claim_with_millions_of_conditions_is_saved() {
    let draft = Draft::new();
    let (slot, avoid) = (draft.slot("....", Player::BLACK), draft.record("X..."));
    let records = vec![avoid; 5_000_000];
    assert_eq!(draft.claim(slot, TRUE, &records, &[]).reread(), Ok(()));
}

#[test]
fn claims_without_conditions_frame_or_size_are_refused() {
    let shared = Draft::new().shared;
    let stated = |frame, work| WireClaim {
        frame,
        work,
        ..true_claim()
    };
    let symmetries = shared.orbits.symmetry.len() as u16;
    for (frame, work, listed, reason) in [
        (0, 1.0, false, "without its conditions"),
        (symmetries, 1.0, true, "an unknown frame"),
        (0, 0.5, true, "of no size"),
        (0, f32::NAN, true, "of no size"),
    ] {
        let conditions = [Conditions::new(&shared, &[], &[]).expect("none are fine")];
        let conditions = &conditions[..usize::from(listed)];
        let mut claims = Claims::default();
        let why = add(&shared, &mut claims, &stated(frame, work), conditions, None);
        let why = why.expect_err("it should be refused").to_string();
        assert!(why.contains(reason), "{why}");
        assert!(claims.is_empty());
    }
}

/// The empty path of four points is worth 4 to the player who moves first.
const TRUE: Bound = Bound::AtLeast(4);
const FORGED: Bound = Bound::AtMost(-4);

/// A claim of it, in the first slot and without conditions of its own.
fn true_claim() -> WireClaim {
    WireClaim {
        slot: 0,
        at_most: false,
        score: TRUE.score(),
        passes: None,
        conditions: 0,
        frame: 0,
        own: None,
        stone_limit: None,
        work: 1.0,
        steps: StepOfPasses::default(),
    }
}

#[test]
fn claims_that_nothing_contradicts_are_accepted() {
    let draft = Draft::new();
    let (before, other) = (draft.record("X..."), draft.record(".X.."));
    let (first, second) = (
        draft.slot("....", Player::BLACK),
        draft.slot("X...", Player::BLACK),
    );
    let draft = draft
        .claim(first, TRUE, &[before], &[])
        // It holds under other histories.
        .claim(first, Bound::AtMost(3), &[], &[before])
        .claim(second, Bound::AtMost(4), &[other], &[]);
    assert_eq!(draft.reread(), Ok(()));
    // The limit of the checks: this claim is false, but nothing contradicts it.
    let forged = Draft::new().claim(0, FORGED, &[], &[]);
    assert_eq!(forged.reread(), Ok(()));
}

#[test]
fn a_forged_claim_beside_a_true_one_is_refused() {
    Draft::new()
        .claim(0, TRUE, &[], &[])
        .claim(0, FORGED, &[], &[])
        .refused("two claims that contradict each other");
    let draft = Draft::new();
    let (one, other) = (draft.record("X..."), draft.record(".X.."));
    draft
        .claim(0, TRUE, &[one], &[])
        .claim(0, FORGED, &[one], &[other])
        .refused("two claims that contradict each other");
}

#[test]
fn claims_about_nothing_are_refused() {
    Draft::new()
        .claim(1 << 20, TRUE, &[], &[])
        .refused("no state");
    // The exchange of colors maps the empty board to itself, so White to move has the slot of Black to move.
    Draft::new().claim(1, TRUE, &[], &[]).refused("no state");
    Draft::new()
        .claim(0, TRUE, &[RecordId::MAX], &[])
        .refused("unknown record");
}

#[test]
fn claims_that_are_not_well_formed_are_refused() {
    let draft = Draft::new();
    let empty = draft.record("....");
    draft
        .claim(0, TRUE, &[empty], &[])
        .refused("not well-formed");
    let draft = Draft::new();
    let other = draft.record("X...");
    draft
        .claim(0, TRUE, &[other], &[other])
        .refused("not well-formed");
}

/// Claims keep their limit of stones. One that its own coloring or a needed record exceeds is refused, and a claim that
/// needs what another excludes does not contradict it.
#[test]
fn limits_of_stones_are_stored_and_checked() {
    let limited = |coloring: &str, limit: u8, need: &[&str]| {
        let draft = Draft::new();
        let need: Vec<RecordId> = need.iter().map(|needed| draft.record(needed)).collect();
        let slot = draft.slot(coloring, Player::BLACK);
        // The stone of the representative of `X...` may be white.
        let is_white = slot != 0 && draft.shared.orbits.stones(1, Element::IDENTITY) == [0, 1];
        let bound = if is_white {
            Bound::AtMost(4)
        } else {
            Bound::AtLeast(-4)
        };
        let mut claim = Claim::new(about(slot, bound), &[], &need, None);
        claim.stone_limit = limit;
        draft.shared.table.add(claim.into());
        draft
    };
    assert_eq!(limited("X...", 1, &[]).reread(), Ok(()));
    limited("X...", 0, &[]).refused("not well-formed");
    assert_eq!(limited("....", 1, &["X..."]).reread(), Ok(()));
    limited("....", 0, &["X..."]).refused("not well-formed");

    let beside_forged = |limit: u8| {
        let draft = Draft::new();
        let before = draft.record("X...");
        let mut claim = Claim::new(about(0, TRUE), &[], &[], None);
        claim.stone_limit = limit;
        draft.shared.table.add(claim.into());
        draft.claim(0, FORGED, &[], &[before])
    };
    assert_eq!(beside_forged(0).reread(), Ok(()));
    beside_forged(1).refused("two claims that contradict each other");
}

#[test]
fn claims_beyond_the_points_of_the_board_are_refused() {
    let beyond = "beyond what a player gets";
    Draft::new()
        .claim(0, Bound::AtLeast(5), &[], &[])
        .refused(beyond);
    Draft::new()
        .claim(0, Bound::AtMost(-5), &[], &[])
        .refused(beyond);
    Draft::new()
        .claim(0, Bound::AtMost(i16::MIN), &[], &[])
        .refused(beyond);
}

#[test]
fn values_of_a_table_are_of_its_colorings_and_within_their_bounds() {
    let with = |solved: &[(u64, [i8; 2])]| {
        let mut draft = Draft::new().claim(0, TRUE, &[], &[]);
        draft.solved = solved.to_vec();
        draft
    };
    // The coloring of rank 0 is the empty one.
    assert_eq!(with(&[(0, [4, -4])]).reread(), Ok(()));
    // A coloring that no claim is about.
    assert_eq!(with(&[(0, [4, -4]), (2, [0, 0])]).reread(), Ok(()));
    with(&[(0, [4, -4]), (2, [5, 0])]).refused("a value beyond its bounds");
    with(&[(0, [3, -4])]).refused("a value beyond its bounds");
    with(&[(0, [4, -3])]).refused("a value beyond its bounds");
    with(&[(0, [5, -4])]).refused("a value beyond its bounds");
    with(&[(0, [4, -128])]).refused("a value beyond its bounds");
    with(&[(1 << 40, [0, 0])]).refused("a value of no coloring");
    with(&[(0, [4, -4]), (0, [4, -4])]).refused("a value of no coloring");
}

/// Writes entries to a file and reads it.
fn load_entries(board: &Board, entries: impl IntoIterator<Item = Entry>) -> Result<(), String> {
    let shared = shared(board);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let file = File::create(&path).expect("a file");
    let header = Header::of(board, &shared);
    let mut writer =
        ContainerWriter::new(file, CHECKPOINT, Layout::plain(), &header).expect("a file");
    for entry in entries {
        writer.write_value(&entry).expect("a file");
    }
    writer.finish().expect("a file");
    let loaded = load(board, &shared, &path, None, |_| Ok(()));
    loaded.map(|_| ()).map_err(|why| why.to_string())
}

#[test]
fn more_claims_about_a_state_than_are_kept_are_refused() {
    let claims = |number: usize| {
        let empty = Entry::Orbit { black: 0, white: 0 };
        let [avoid, need] = [Vec::new(), Vec::new()];
        let claim = || Entry::Claim(true_claim());
        let claims = std::iter::repeat_with(claim).take(number);
        let board = ONE_BY_FOUR.parse().expect("a board");
        let before = [empty, Entry::Conditions { avoid, need }];
        load_entries(&board, before.into_iter().chain(claims))
    };
    assert_eq!(claims(2 * KEPT), Ok(()));
    let why = claims(2 * KEPT + 1).expect_err("it should be refused");
    assert!(why.contains("more claims about a state"), "{why}");
}

/// The complete graph of six points has 1,440 symmetries, so few bits of a name are left for orbits.
#[test]
fn more_orbits_than_numbers_are_refused() {
    let board: Board = "complete:6".parse().expect("a board");
    let most = shared(&board).orbits.slots.most();
    let why = load_entries(
        &board,
        std::iter::repeat_with(|| Entry::Free).take(most + 1),
    );
    let why = why.expect_err("it should be refused");
    assert!(why.contains("more orbits than numbers"), "{why}");
}

/// A certificate that is written meanwhile gives claims steps of parts that the checkpoint does not have.
#[test]
fn claims_and_proofs_by_steps_of_later_parts_are_left_out() {
    let board: Board = ONE_BY_FOUR.parse().expect("a board");
    let keeping = || {
        let mut shared = shared(&board);
        shared.options.proofs = Proofs::Keep;
        shared
    };
    let draft = Draft {
        shared: keeping(),
        solved: Vec::new(),
    };
    for (coloring, step) in [("....", 2), ("X...", 3)] {
        let slot = draft.slot(coloring, Player::BLACK);
        let origin = Origin::archived(TRUE, Passes::Any, [Some(step); 2]);
        let mut claim = Claim::new(about(slot, TRUE), &[], &[], None);
        claim.origin.clone_from(&origin);
        let ground = Ground::Claim(origin.expect("it has both steps"));
        let proved = (claim.slot(), TRUE);
        draft.shared.proved().insert(proved, ground);
        draft.shared.table.add(claim.into());
    }
    let parts = Some(vec![(1, 0..9), (2, 9..20)]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    write(&draft.shared, &[], parts.as_ref(), &path);
    let resumed = keeping();
    let mut restored = None;
    let restore = |parts| {
        restored = Some(parts);
        Ok(())
    };
    load(&board, &resumed, &path, None, restore).expect("an honest file");
    assert_eq!(restored, parts);
    let empty = resumed.slot(resumed.state(Coloring::EMPTY, Player::BLACK, 0));
    let slots: Vec<Slot> = resumed.table.list().iter().map(|(slot, _)| *slot).collect();
    assert_eq!(slots, [empty]);
    let proved: Vec<Slot> = resumed.proved().keys().map(|(slot, _)| *slot).collect();
    assert_eq!(proved, [empty]);
}
