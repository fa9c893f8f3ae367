//! Many pages at a time, and closed pages, for which no work may go on.

use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use super::Served;
use super::client::{first_line, game, rules};

/// A board that is not solved while a test runs.
const HARD: &str = "5x5";

/// Waits until the server works on this number of jobs; fails the test if it never does.
fn wait_for_jobs(served: &Served, jobs: u64) {
    let started = Instant::now();
    while served.jobs() != jobs {
        let limit = Duration::from_secs(60);
        assert!(started.elapsed() < limit, "{} jobs are left", served.jobs());
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the resident memory of this process in bytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("the kernel tells");
    let resident = pages.split(' ').nth(1).expect("it is the second number");
    4096 * resident.parse::<u64>().expect("it is a number")
}

#[test]
fn a_page_that_is_closed_is_not_worked_for() {
    let served = Served::new(HARD);
    let mut page = served.stream("/api/values", &game(HARD, &".".repeat(25), &[]));
    first_line(&mut page);
    assert_eq!(served.jobs(), 1);
    drop(page);
    wait_for_jobs(&served, 0);
}

#[test]
fn a_table_without_a_reader_is_given_up() {
    let served = Served::new("complete:9");
    let asked = serde_json::json!({ "board": "complete:9", "rules": rules() });
    let mut page = served.stream("/api/table", &asked);
    first_line(&mut page);
    drop(page);
    wait_for_jobs(&served, 0);
}

#[test]
fn fifty_pages_leave_the_server_responsive_and_nothing_behind() {
    let served = Served::alone(HARD);
    let question = game(HARD, &".".repeat(25), &["a1"]);
    for _ in 0..2 {
        let mut pages: Vec<_> = (0..50)
            .map(|_| served.stream("/api/values", &question))
            .collect();
        // A page that comes later is answered while the others wait.
        assert_eq!(served.get("/", &[]).status, 200);
        wait_for_jobs(&served, 50);
        let state = served.ask("/api/state", &question);
        assert_eq!(state.json()["to_move"], "white");
        // The first page and the last page both get a turn.
        first_line(&mut pages[0]);
        // Half of them leave before their first line, the others after it.
        pages.truncate(25);
        first_line(pages.last_mut().expect("half of them are left"));
        drop(pages);
        wait_for_jobs(&served, 0);
    }
    // Tables of 128 MiB, the program, and what the allocator keeps.
    #[cfg(target_os = "linux")]
    assert!(memory() < 512 << 20, "{} bytes", memory());
}

#[test]
fn an_easy_question_is_answered_while_hard_ones_are_open() {
    let served = Served::new(HARD);
    let hard = game(HARD, &".".repeat(25), &[]);
    let mut others: Vec<_> = (0..4)
        .map(|_| served.stream("/api/values", &hard))
        .collect();
    first_line(&mut others[0]);
    // Two passes: the game is over, its value is its score.
    let easy = game(HARD, &".".repeat(25), &["pass", "pass"]);
    let response = served.ask("/api/values", &easy);
    assert!(response.body.contains(r#"{"kind":"value","lo":0,"hi":0}"#));
    assert!(
        response
            .body
            .ends_with("{\"kind\":\"end\",\"open\":null}\n")
    );
}

#[test]
fn a_server_that_is_stopped_ends_its_streams() {
    let served = Served::new(HARD);
    let mut page = served.stream("/api/values", &game(HARD, &".".repeat(25), &[]));
    first_line(&mut page);
    // The drop joins the server's thread.
    drop(served);
    let mut rest = String::new();
    page.read_to_string(&mut rest).expect("it ends in time");
    let said = rest.contains("\"kind\":\"end\"");
    assert!(!said, "a hard board is not solved: {rest}");
}

#[test]
fn hard_boards_that_outnumber_the_solvers_all_get_somewhere_in_bounded_memory() {
    let served = Served::alone("2x2");
    let boards = ["4x4", "4x5", "5x5", "cycle:20", "star:20", "3x6"];
    let mut pages = boards.map(|board| {
        let points = board
            .parse::<koproof_rules::Board>()
            .expect("a board")
            .points();
        served.stream("/api/values", &game(board, &".".repeat(points), &[]))
    });
    for page in &mut pages {
        first_line(page);
    }
    // An easy question between them is answered to its end.
    let response = served.ask("/api/values", &game("1x3", "...", &[]));
    assert!(response.body.contains(r#"{"kind":"value","lo":3,"hi":3}"#));
    #[cfg(target_os = "linux")]
    assert!(memory() < 512 << 20, "{} bytes", memory());
}

#[test]
fn a_long_turn_says_what_it_has_cost_so_far() {
    let served = Served::new(HARD);
    let mut page = served.stream("/api/values", &game(HARD, &".".repeat(25), &[]));
    let mut efforts = Vec::new();
    let started = Instant::now();
    while efforts.len() < 3 {
        assert!(started.elapsed() < Duration::from_secs(60), "{efforts:?}");
        let line: serde_json::Value =
            serde_json::from_str(&first_line(&mut page)).expect("each line is JSON");
        let expansions = line["expansions"].as_u64();
        // The first report may come before the solver has begun.
        if line["kind"] == "effort" && expansions != Some(0) {
            let seconds = line["seconds"].as_f64().expect("it is a number");
            efforts.push((expansions.expect("it is a number"), seconds));
        }
    }
    assert!(efforts.is_sorted(), "{efforts:?}");
}
