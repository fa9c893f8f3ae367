//! Requests that are too long, malformed or without content: each gets a clean answer.

use std::io::Write;

use serde_json::json;

use super::Served;
use super::client::{answer, game, rules};

#[test]
fn a_body_of_a_gigabyte_is_refused_however_it_is_sent() {
    const GIGABYTE: usize = 1 << 30;
    let served = Served::new("2x2");
    let head = format!(
        "POST /api/state HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n",
        served.address
    );
    let piece = vec![b' '; 1 << 20];

    // A body with a stated length is refused before it is sent; a client that sends it anyway still gets the answer.
    let mut stream = served.connect();
    let told = format!("{head}content-length: {GIGABYTE}\r\n\r\n");
    stream.write_all(told.as_bytes()).expect("it is read");
    for _ in 0..GIGABYTE / piece.len() {
        // The server may have stopped listening.
        if stream.write_all(&piece).is_err() {
            break;
        }
    }
    let response = answer(&mut stream);
    assert_eq!(response.status, 413, "{}", response.body);

    // In chunks, without a length.
    let mut stream = served.connect();
    let told = format!("{head}transfer-encoding: chunked\r\n\r\n");
    stream.write_all(told.as_bytes()).expect("it is read");
    for _ in 0..64 {
        let chunk = [b"100000\r\n", &piece[..], b"\r\n"].concat();
        if stream.write_all(&chunk).is_err() {
            break;
        }
    }
    assert_eq!(answer(&mut stream).status, 413);
    assert_eq!(served.get("/", &[]).status, 200);
}

/// Otherwise clients that send one byte each would take all connections.
#[test]
fn a_body_that_does_not_arrive_is_not_waited_for() {
    let served = Served::new("2x2");
    let mut stream = served.connect();
    let told = format!(
        "POST /api/state HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
        served.address
    );
    stream.write_all(told.as_bytes()).expect("it is read");
    assert_eq!(answer(&mut stream).status, 408);
}

#[test]
fn paths_that_climb_are_not_found() {
    let served = Served::new("2x2");
    for path in [
        "/..",
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/js/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/js/",
        "/js/main.js/",
    ] {
        let response = served.get(path, &[]);
        assert_eq!(response.status, 404, "{path}");
        assert!(response.json()["error"].is_string(), "{path}");
    }
}

#[test]
fn malformed_json_is_refused_with_its_place() {
    let served = Served::new("2x2");
    for body in [
        "",
        "{",
        "nonsense",
        "[]",
        "{\"rules\":1}",
        "{\"rules\":{\"superko\":\"positional\"}}",
        "\u{0}",
    ] {
        let response = served.post("/api/state", &[], body);
        assert_eq!(response.status, 400, "{body:?}");
        let error = response.json()["error"].to_string();
        assert!(error.contains("line 1"), "{body:?}: {error}");
    }
    let mut unknown = game("2x2", "....", &[]);
    unknown["komi"] = json!(7);
    let response = served.ask("/api/state", &unknown);
    assert_eq!(response.status, 400);
    assert!(response.body.contains("komi"));
    let deep = "[".repeat(60_000);
    assert_eq!(served.post("/api/state", &[], &deep).status, 400);
}

#[test]
fn other_media_are_refused() {
    let served = Served::new("2x2");
    let text = game("2x2", "....", &[]).to_string();
    for media in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let request = format!(
            "POST /api/state HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: {media}\r\ncontent-length: {}\r\n\r\n{text}",
            served.address,
            text.len()
        );
        assert_eq!(served.send(&request).status, 415, "{media}");
    }
}

#[test]
fn games_that_cannot_be_are_refused_with_the_reason() {
    let served = Served::new("2x2");
    let refused = |question: serde_json::Value| {
        let response = served.ask("/api/state", &question);
        assert_eq!(response.status, 422, "{question}");
        let answer = response.json();
        let error = answer["error"].as_str().expect("there is a reason");
        (error.to_owned(), answer["move"].as_u64())
    };
    let part = |question: &serde_json::Value| {
        let answer = served.ask("/api/state", question).json();
        answer["part"].as_str().expect("it is named").to_owned()
    };
    let (error, number) = refused(game("2x2", "....", &["a1", "a1"]));
    assert_eq!(
        (error.as_str(), number),
        ("move 2 'a1': a1 is occupied", Some(2))
    );
    let (error, number) = refused(game("2x2", "....", &["z9"]));
    assert!(error.contains("z9") && number == Some(1), "{error}");
    let (error, number) = refused(game("2x2", "XXXO", &[]));
    assert!(
        error.contains("without liberties") && number.is_none(),
        "{error}"
    );
    let (error, _) = refused(game("2x2", "...", &[]));
    assert!(error.contains("3 points"), "{error}");
    let mut question = game("2x2", "....", &[]);
    question["rules"]["superko"] = json!("none");
    assert!(refused(question).0.contains("'none'"));
    let mut question = game("2x2", "....", &[]);
    question["to_move"] = json!("green");
    assert_eq!(part(&question), "start");
    assert!(refused(question).0.contains("'green'"));
    let mut question = game("2x2", "....", &[]);
    question["rules"]["superko"] = json!("foo");
    assert_eq!(part(&question), "rules");
    question["rules"]["superko"] = json!("positional");
    question["rules"]["scoring"] = json!("stones");
    assert!(refused(question).0.contains("'stones'"));
    assert_eq!(part(&game("2x2", "....", &["a1", "a1"])), "moves");
    assert_eq!(part(&game("2x2", "XXXX", &[])), "start");
    assert_eq!(part(&game("2z2", "....", &[])), "board");
    let passes = vec!["pass"; 5000];
    assert!(refused(game("2x2", "....", &passes)).0.contains("5000"));
}

#[test]
fn nonsense_is_no_request() {
    let served = Served::new("2x2");
    let host = format!("host: {}\r\n", served.address);
    assert_eq!(served.send("nonsense\r\n\r\n").status, 400);
    assert_eq!(
        served
            .send("GET / HTTP/1.1\r\nconnection: close\r\n\r\n")
            .status,
        400
    );
    let long = "x".repeat(64 << 10);
    let head = format!("GET / HTTP/1.1\r\n{host}x: {long}\r\n\r\n");
    assert_eq!(served.send(&head).status, 431);
    assert_eq!(served.get("/", &[]).status, 200);
}

#[test]
fn paths_say_which_methods_they_have() {
    let served = Served::new("2x2");
    let response = served.get("/api/values", &[]);
    assert_eq!(
        (response.status, response.header("allow")),
        (405, Some("POST"))
    );
    let response = served.post("/api/begin", &[], "{}");
    assert_eq!(
        (response.status, response.header("allow")),
        (405, Some("GET, HEAD"))
    );
}

#[test]
fn a_table_of_a_large_board_is_refused() {
    let served = Served::new("4x4");
    let asked = json!({ "board": "4x4", "rules": rules() });
    let response = served.ask("/api/table", &asked);
    assert_eq!(response.status, 422);
    assert!(response.body.contains("koproof table"));
}

#[test]
fn boards_that_cannot_be_are_refused_with_the_reason() {
    let served = Served::new("2x2");
    for (board, reason) in [
        ("2z2", "2z2"),
        ("9x9", "81 points"),
        ("cycle:1000000", "1000000"),
        ("@/etc/passwd", "/etc/passwd"),
        ("edges:0-0", "0"),
        ("g6:", "g6"),
        ("", "board"),
    ] {
        let response = served.ask("/api/board", &json!({ "board": board }));
        assert_eq!(response.status, 422, "{board}: {}", response.body);
        let answer = response.json();
        let error = answer["error"].as_str().expect("there is a reason");
        assert!(error.contains(reason) && !error.contains('\n'), "{error}");
        assert_eq!(answer["part"], "board");
    }
}

#[test]
fn the_most_symmetric_boards_are_answered_soon() {
    // Groups of 64! elements, and plans of graphs that have no family.
    let served = Served::new("2x2");
    for board in ["complete:64", "empty:64", "g6:H?bB@_W", "hypercube:6"] {
        let asked = served.ask("/api/board", &json!({ "board": board }));
        assert_eq!(asked.status, 200, "{board}: {}", asked.body);
        let points = asked.json()["drawing"]["points"].as_array().map(Vec::len);
        let start = ".".repeat(points.expect("it has points"));
        let over = game(board, &start, &["pass", "pass"]);
        let values = served.ask("/api/values", &over);
        assert!(
            values.body.contains(r#"{"kind":"value","lo":0,"hi":0}"#),
            "{board}"
        );
    }
}
