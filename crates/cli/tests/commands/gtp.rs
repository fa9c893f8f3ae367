//! `koproof gtp`: transcripts of the protocol, and games against weak opponents.

mod games;
mod transcripts;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running `koproof gtp`, with requests line by line.
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

    /// Sends a request without waiting.
    fn send(&mut self, request: &str) {
        writeln!(self.requests, "{request}").expect("it reads requests");
    }

    /// Waits for a line, and returns it without its end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.responses.read_line(&mut line).expect("it is UTF-8");
        assert!(read > 0, "it ended in the middle of a response");
        line.pop();
        line
    }

    /// Sends a request and returns the response without the empty line at its end.
    fn ask(&mut self, request: &str) -> String {
        self.send(request);
        let lines = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty()));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Sends a request that must succeed and returns the answer.
    fn answer(&mut self, request: &str) -> String {
        let response = self.ask(request);
        match response.strip_prefix('=') {
            Some(answer) => answer.trim_start().to_owned(),
            None => panic!("{request}: {response}"),
        }
    }

    /// Closes the program's input and returns its exit code.
    fn hang_up(self) -> Option<i32> {
        let Self {
            mut program,
            requests,
            responses,
        } = self;
        drop(requests);
        let code = program.wait().expect("it was started").code();
        drop(responses);
        code
    }

    /// Ends the program and returns its exit code.
    fn quit(mut self) -> Option<i32> {
        assert_eq!(self.ask("quit"), "=");
        self.program.wait().expect("it was started").code()
    }
}
