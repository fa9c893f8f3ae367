//! `koproof gtp`: transcripts of the protocol, and games against opponents of little skill.

mod games;
mod transcripts;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running `koproof gtp`, asked line by line.
struct Controller {
    program: Child,
    requests: ChildStdin,
    responses: BufReader<ChildStdout>,
}

impl Controller {
    fn new(arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_koproof"))
            .arg("gtp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        Self {
            requests: program.stdin.take().expect("it is piped"),
            responses: BufReader::new(program.stdout.take().expect("it is piped")),
            program,
        }
    }

    /// Sends a request and returns the response without the empty line at its end.
    fn ask(&mut self, request: &str) -> String {
        writeln!(self.requests, "{request}").expect("it reads requests");
        let mut response = String::new();
        loop {
            let mut line = String::new();
            let read = self.responses.read_line(&mut line).expect("it is UTF-8");
            assert!(
                read > 0,
                "it ended in the middle of the response to {request}"
            );
            if line == "\n" {
                return response.trim_end().to_owned();
            }
            response += &line;
        }
    }

    /// Sends a request that must succeed and returns the answer.
    fn answer(&mut self, request: &str) -> String {
        let response = self.ask(request);
        match response.strip_prefix('=') {
            Some(answer) => answer.trim_start().to_owned(),
            None => panic!("{request}: {response}"),
        }
    }

    /// Ends the program and returns its exit code.
    fn quit(mut self) -> Option<i32> {
        assert_eq!(self.ask("quit"), "=");
        self.program.wait().expect("it was started").code()
    }
}
