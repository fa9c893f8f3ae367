//! Starting and ending the explorer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::Arguments;
use super::bad_input::refused;

/// Starts an explorer and returns it with the address of its page.
fn start(arguments: impl Arguments) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_koproof"))
        .arg("explore")
        .args(arguments.list())
        .stdout(Stdio::piped())
        // Of a test that fails it may outlive the tests, whose stderr others wait for.
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let stdout = child.stdout.as_mut().expect("stdout is piped");
    let mut line = String::new();
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("stdout can be read");
    let address = line
        .trim_end()
        .rsplit_once(' ')
        .expect("it is a sentence")
        .1;
    (child, address.to_owned())
}

/// Returns a page.
fn get(address: &str, path: &str) -> String {
    let host = address
        .strip_prefix("http://")
        .and_then(|host| host.strip_suffix('/'))
        .expect("the address is that of a server");
    let mut stream = TcpStream::connect(host).expect("it listens");
    let patience = Some(Duration::from_secs(300));
    (stream.set_read_timeout(patience)).expect("it is long enough");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )
    .expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    text
}

#[cfg(target_os = "linux")]
#[test]
fn the_explorer_serves_the_game_it_was_given_until_it_is_interrupted() {
    let moves = ["--moves", "b a2, w b2", "--komi", "0.5", "--rules", "nstt"];
    let (child, address) = start(("2x2 --port 0", &moves));
    assert!(get(&address, "/").contains("koproof explorer"));
    let about = get(&address, "/api/begin");
    for part in [
        r#""moves":["a2","b2"]"#,
        r#""komi":"0.5""#,
        r#""suicide":"forbid""#,
        r#""start":"../..""#,
    ] {
        assert!(about.contains(part), "{part}: {about}");
    }
    let output = super::signals::interrupt(child);
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn what_cannot_be_explored_is_refused() {
    refused("explore 9x9", &["81 points", "64"]);
    refused("explore 2x2 --moves 'b a1, w a1'", &["move 2", "occupied"]);
    refused("explore 2x2 --port 65536", &["--port"]);
    refused("explore 2x2 --memory much", &["--memory"]);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = taken.local_addr().expect("it has an address").port();
    let port = port.to_string();
    refused(
        ["explore", "2x2", "--port", &port],
        &[&format!("port {port} of 127.0.0.1 is taken"), "--port 0"],
    );
}

#[test]
fn links_last_as_the_port_is_the_same_at_each_start() {
    // If this fails, another program has the port.
    let _taken = TcpListener::bind("127.0.0.1:8361");
    refused("explore 2x2", &["port 8361", "is taken", "--port 0"]);
}

#[cfg(target_os = "linux")]
#[test]
fn every_rule_that_solve_honours_reaches_the_page() {
    for (arguments, parts) in [
        (
            &["--rules", "reiss"][..],
            [
                r#""scoring":"territory""#,
                r#""komi":"6.5""#,
                r#""suicide":"forbid""#,
            ],
        ),
        (
            &["--scoring", "territory", "--superko", "taylor"],
            [
                r#""scoring":"territory""#,
                r#""komi":"0""#,
                r#""superko":"taylor""#,
            ],
        ),
        (
            &["--rules", "aga-like", "--komi", "-0.5"],
            [
                r#""superko":"natural-situational""#,
                r#""komi":"-0.5""#,
                r#""scoring":"area""#,
            ],
        ),
    ] {
        let (child, address) = start(("2x2 --port 0", arguments));
        let begin = get(&address, "/api/begin");
        let game = begin.split_once(r#""game":{"#).expect("there is a game").1;
        let game = game.split_once('}').expect("it ends").0;
        for part in parts {
            assert!(game.contains(part), "{arguments:?}: {part}: {game}");
        }
        super::signals::interrupt(child);
    }
}
