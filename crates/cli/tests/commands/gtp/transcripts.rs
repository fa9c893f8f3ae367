//! Transcripts of the protocol.

use std::io::Write;

use super::Controller;
use crate::koproof;

/// Plays a transcript: requests, each followed by its response.
fn transcript(arguments: &[&str], turns: &[(&str, &str)]) {
    let mut controller = Controller::new(arguments);
    for (request, response) in turns {
        assert_eq!(controller.ask(request), *response, "{request}");
    }
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn a_controller_can_ask_what_it_is_talking_to() {
    transcript(
        &[],
        &[
            ("protocol_version", "= 2"),
            ("1 name", "=1 koproof"),
            ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
            ("known_command genmove", "= true"),
            ("known_command loadsgf", "= false"),
            ("known_command", "? syntax error"),
            ("23 loadsgf x.sgf", "?23 unknown command"),
            ("7", "?7 unknown command"),
        ],
    );
}

#[test]
fn a_request_that_is_not_utf8_is_answered_with_its_number() {
    let mut controller = Controller::new(&[]);
    let sent = controller.requests.write_all(b"6 na\xffme\n");
    sent.expect("it reads requests");
    assert_eq!(controller.ask("7 name"), "?6 unknown command");
    assert_eq!(controller.line(), "=7 koproof");
    assert_eq!(controller.line(), "");
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn commands_for_handicap_are_unknown_and_not_listed() {
    let mut controller = Controller::new(&["3x3"]);
    let listed = controller.answer("list_commands");
    for name in ["fixed_handicap", "place_free_handicap", "set_free_handicap"] {
        assert!(!listed.lines().any(|known| known == name), "{name}");
        assert_eq!(controller.answer(&format!("known_command {name}")), "false");
        assert_eq!(
            controller.ask(&format!("{name} 2")),
            "? unknown command",
            "{name}"
        );
    }
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn every_listed_command_is_known() {
    let mut controller = Controller::new(&[]);
    let listed = controller.answer("list_commands");
    assert!(listed.lines().any(|name| name == "rectangular_boardsize"));
    for name in listed.lines() {
        assert_eq!(controller.answer(&format!("known_command {name}")), "true");
        if name != "quit" {
            let response = controller.ask(name);
            assert_ne!(response, "? unknown command", "{name}");
        }
    }
}

#[test]
fn superko_looks_at_the_whole_game() {
    // The documented 2x2 game: Black's seventh move would recreate the position after the first.
    transcript(
        &["2x2"],
        &[
            ("play b A2", "="),
            ("play w B2", "="),
            ("play b A1", "="),
            ("play w B1", "="),
            ("play b a2", "="),
            ("play white a1", "="),
            ("play b A2", "? illegal move"),
            ("play b B1", "? illegal move"),
            (
                "koproof-analyze",
                "=\nmove pass value -4 best\nillegal A2 superko: it repeats the position after turn 1",
            ),
            ("5 genmove b", "=5 pass"),
            (
                "showboard",
                "=\n   A B\n 2 . O 2\n 1 O O 1\n   A B\nwhite to move, komi 0",
            ),
            ("koproof-value", "= -4"),
            ("final_score", "= W+4"),
            // Before the capture Black may play at the point that is now forbidden.
            ("undo", "="),
            ("undo", "="),
            (
                "showboard",
                "=\n   A B\n 2 X O 2\n 1 . O 1\n   A B\nwhite to move, komi 0",
            ),
        ],
    );
}

#[test]
fn a_value_is_that_of_the_player_who_is_named() {
    transcript(
        &["2x2"],
        &[
            ("koproof-value", "= +1"),
            ("koproof-value white", "= -1"),
            ("koproof-value b", "= +1"),
            ("koproof-value x", "? syntax error"),
        ],
    );
}

#[test]
fn boards_change_their_size_and_komi_stays() {
    transcript(
        &["2x2", "--komi", "0.5"],
        &[
            ("final_score", "= W+0.5"),
            ("komi 6.50", "="),
            ("komi seven", "? syntax error"),
            (
                "komi 0.3",
                "? komi '0.3' is not written as a multiple of one half between -1000 and 1000; write 7, 6.5 or -0.5",
            ),
            ("komi nan", "? syntax error"),
            ("boardsize 3", "="),
            ("play b b2", "="),
            ("final_score", "= B+2.5"),
            ("boardsize 19", "? unacceptable size"),
            ("boardsize 60000 60000", "? syntax error"),
            ("boardsize -1", "? syntax error"),
            ("boardsize 0", "? unacceptable size"),
            // The refused sizes have changed nothing.
            ("final_score", "= B+2.5"),
            ("rectangular_boardsize 5 1", "="),
            (
                "showboard",
                "=\n   A B C D E\n 1 . . . . . 1\n   A B C D E\nblack to move, komi 6.5",
            ),
            ("rectangular_boardsize 65000 65000", "? unacceptable size"),
            ("play b e1", "="),
            ("play b f1", "? invalid color or coordinate"),
            ("play green a1", "? invalid color or coordinate"),
            ("play b", "? syntax error"),
            ("clear_board", "="),
            ("undo", "? cannot undo"),
            ("play b e1", "="),
            ("rectangular_boardsize 5 1", "="),
            ("undo", "? cannot undo"),
            ("final_score", "= W+6.5"),
        ],
    );
}

#[test]
fn moves_of_one_color_in_a_row_and_moves_after_two_passes_are_played() {
    transcript(
        &["3x3"],
        &[
            // White may begin.
            ("play w B2", "="),
            ("play w A1", "="),
            // White already owns the board.
            ("genmove w", "= pass"),
            ("undo", "="),
            ("play b pass", "="),
            ("play w pass", "="),
            ("final_score", "= W+9"),
            ("play b C3", "="),
            (
                "showboard",
                "=\n   A B C\n 3 . . X 3\n 2 . O . 2\n 1 O . . 1\n   A B C\nwhite to move, komi 0",
            ),
        ],
    );
}

#[test]
fn moves_of_which_nothing_is_known_are_left_out_under_territory_scoring_too() {
    let few = ["--node-limit", "1", "--threads", "1"];
    for scoring in ["area", "territory"] {
        let arguments = [&["5x5", "--scoring", scoring], &few[..]].concat();
        let mut controller = Controller::new(&arguments);
        // The score after a pass is known in part at once.
        let line = controller.answer("kata-analyze b");
        assert!(
            line.replace("info move pass", "").matches("info").count() == 0,
            "{line}"
        );
        assert_eq!(controller.quit(), Some(0));
    }
}

#[test]
fn the_first_move_on_3x3_is_the_centre_and_its_analysis_says_why() {
    let mut controller = Controller::new(&["3x3", "--komi", "8.5"]);
    assert_eq!(controller.answer("reg_genmove b"), "B2");
    let values = controller.answer("koproof-analyze b");
    // Nine points minus komi.
    assert!(values.contains("move B2 value +0.5 best"), "{values}");
    let line = controller.answer("kata-analyze b");
    assert_eq!(line.lines().count(), 1);
    let first = "info move B2 visits 1000 winrate 1.0 scoreMean 0.5 scoreStdev 0 scoreLead 0.5 prior 0 order 0 pv B2 ";
    assert!(line.starts_with(first), "{line}");
    assert_eq!(line.matches("info move ").count(), 10);
    // Nine points for White, and komi.
    let corner = "info move A1 visits 10 winrate 0.0 scoreMean -17.5 ";
    assert!(line.contains(corner), "{line}");
    // From White's point of view: White loses by half a point if Black begins, and wins if White begins.
    let line = controller.answer("kata-analyze w");
    assert!(
        line.starts_with("info move B2 visits 1000 winrate 1.0 scoreMean 17.5 "),
        "{line}"
    );
    // An analysis is no move.
    assert_eq!(controller.answer("genmove b"), "B2");
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn an_analysis_with_an_interval_goes_on_until_the_next_request() {
    for request in ["7 kata-analyze b 1", "7 kata-analyze interval 1 minmoves 3"] {
        let mut controller = Controller::new(&["2x2"]);
        controller.send(request);
        assert_eq!(controller.line(), "=7");
        // Every play wins by one for Black. The values come one after the other, or all at once.
        let solved = "info move A2 visits 1000 winrate 1.0 scoreMean 1 scoreStdev 0 scoreLead 1 ";
        let pass = " info move pass visits 10 winrate 0.0 scoreMean -1 scoreStdev 0 scoreLead -1 ";
        loop {
            let line = controller.line();
            assert!(line.starts_with("info move "), "{line}");
            if line.starts_with(solved) && line.contains(pass) {
                // Sabaki accepts only lines that end in moves.
                assert!(line.ends_with(" pass"), "{line}");
                break;
            }
        }
        controller.send("8 name");
        let ends = std::iter::from_fn(|| Some(controller.line()).filter(|line| !line.is_empty()));
        assert!(ends.into_iter().all(|line| line.starts_with("info move ")));
        assert_eq!(controller.line(), "=8 koproof");
        assert_eq!(controller.line(), "");
        assert_eq!(controller.quit(), Some(0));
    }
}

#[test]
fn an_analysis_of_an_unsolved_board_ends_with_an_empty_line_and_with_the_input() {
    let mut controller = Controller::new(&["5x5", "--threads", "1"]);
    controller.send("lz-analyze 1");
    assert_eq!(controller.line(), "=");
    // Sabaki ends the analysis with an empty line.
    controller.send("");
    while !controller.line().is_empty() {}
    assert_eq!(controller.answer("play b c3"), "");
    controller.send("kata-analyze 1");
    assert_eq!(controller.line(), "=");
    assert_eq!(controller.hang_up(), Some(0));
}

#[test]
fn a_move_can_come_with_its_analysis() {
    let mut controller = Controller::new(&["3x3"]);
    let answer = controller.answer("lz-genmove_analyze b 100");
    let lines: Vec<&str> = answer.lines().collect();
    let [infos, "play B2"] = lines.as_slice() else {
        panic!("{answer}");
    };
    let first = "info move B2 visits 1000 winrate 10000 prior 0 lcb 10000 order 0 pv B2 ";
    assert!(infos.starts_with(first), "{infos}");
    // Black owns the board. Every answer loses by the same score.
    let answer = controller.answer("kata-genmove_analyze w");
    assert!(answer.starts_with("info move pass visits 1000 winrate 0.0 scoreMean -9 "));
    assert_eq!(answer.lines().last(), Some("play pass"));
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn the_controllers_clock_is_heeded() {
    let mut controller = Controller::new(&["2x2", "--threads", "1"]);
    assert_eq!(controller.answer("time_settings 60 0 0"), "");
    // The clock is not that of a board.
    assert_eq!(controller.answer("boardsize 5"), "");
    let started = std::time::Instant::now();
    controller.answer("genmove b");
    assert!(started.elapsed().as_secs() < 30);
    assert_eq!(controller.answer("time_left b 0 0"), "");
    // Without the clock this move would take a minute.
    controller.answer("genmove b");
    assert_eq!(controller.ask("time_settings 60"), "? syntax error");
    assert_eq!(controller.ask("time_left b -1 0"), "? syntax error");
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn boards_that_vertices_cannot_name_are_refused() {
    for (board, says) in [
        ("cycle:5", "cycle:5 is none"),
        ("1x26", "up to 25 rows and columns, 1x26 has more"),
        ("9x9", "81 points"),
    ] {
        let output = koproof(["gtp", board]);
        assert_eq!(output.status.code(), Some(2), "{board}");
        assert_eq!(output.stdout, b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(says), "{stderr}");
    }
}

#[test]
fn a_move_that_takes_too_long_is_played_and_its_doubt_told() {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(["gtp", "5x5", "--time-limit", "50ms", "--threads", "1"])
        .write_stdin("genmove b\nquit\n")
        .output()
        .expect("the program runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stdout.starts_with("= "), "{stdout}");
    assert!(stderr.contains("is not known to be best"), "{stderr}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn requests_have_a_number_or_none_and_comments_are_dropped() {
    transcript(
        &[],
        &[
            (" 12\tname \r# a remark", "=12 koproof"),
            ("na\u{7}me", "= koproof"),
            ("   # nothing\n\nname", "= koproof"),
        ],
    );
}

#[test]
fn vertices_leave_out_the_letter_i() {
    let mut controller = Controller::new(&["2x25"]);
    for bad in ["I1", "A0", "A3", "A", "1A", "A+1", "Ä1", "A99999999999"] {
        let response = controller.ask(&format!("play b {bad}"));
        assert_eq!(response, "? invalid color or coordinate", "{bad}");
    }
    for (vertex, column) in [("h1", 7), ("J1", 8), ("Z1", 24)] {
        assert_eq!(controller.ask(&format!("play b {vertex}")), "=");
        let board = controller.answer("showboard");
        let row = board.lines().find_map(|line| line.strip_prefix(" 1 "));
        let stone = row.and_then(|row| row.chars().nth(2 * column));
        assert_eq!(stone, Some('X'), "{board}");
    }
    assert_eq!(controller.quit(), Some(0));
}

#[test]
fn what_is_no_time_is_refused() {
    let wrong = "? syntax error";
    transcript(
        &[],
        &[
            ("time_settings 1 2", wrong),
            ("time_settings -1 0 0", wrong),
            ("time_settings x 0 0", wrong),
            ("time_settings 1 1 1.5", wrong),
            ("time_settings NaN 0 0", wrong),
            ("time_left green 1 1", "? invalid color or coordinate"),
        ],
    );
}
