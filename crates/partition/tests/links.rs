//! Connections between processes.

use std::cell::Cell;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use koproof_partition::{Links, PartitionError, listen};

const WAIT_LIMIT: Duration = Duration::from_secs(30);

fn listeners(count: usize) -> (Vec<TcpListener>, Vec<String>) {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| listen("127.0.0.1:0").expect("a port is free"))
        .collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("bound").to_string();
    let addresses = listeners.iter().map(address).collect();
    (listeners, addresses)
}

/// Calls a process of run 7 as this process, without the waiting and checking of [`Links::connect`].
fn call(address: &str, process: u64) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let call = [
        &b"KPCALL\r\n"[..],
        &7_u64.to_le_bytes(),
        &process.to_le_bytes(),
    ]
    .concat();
    stream.write_all(&call).expect("it can be written");
    stream.set_read_timeout(Some(WAIT_LIMIT)).expect("a limit");
    stream
}

/// Takes the call of another process, and waits neither for it nor for what it sends longer than [`WAIT_LIMIT`].
fn accept(listener: &TcpListener) -> TcpStream {
    listener.set_nonblocking(true).expect("it can be set");
    let end = Instant::now() + WAIT_LIMIT;
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(cause) => assert!(
                cause.kind() == ErrorKind::WouldBlock && Instant::now() < end,
                "nobody calls: {cause}"
            ),
        }
        thread::sleep(Duration::from_millis(5));
    };
    stream.set_nonblocking(false).expect("it can be set");
    stream.set_read_timeout(Some(WAIT_LIMIT)).expect("a limit");
    stream
}

/// Waits for an answer; `false` if the connection is closed instead.
fn is_answered(mut stream: &TcpStream) -> bool {
    let mut answer = [0; 8];
    let read = stream.read_exact(&mut answer);
    read.is_ok() && answer == *b"KPHERE\r\n"
}

/// Waits until the other side has closed a connection.
fn is_closed(mut stream: &TcpStream) -> bool {
    matches!(stream.read(&mut [0]), Ok(0))
}

/// Looks whether the other side has left a connection open, and sent nothing.
fn is_open(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("it can be set");
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).expect("it can be set");
    peeked.is_err_and(|cause| cause.kind() == ErrorKind::WouldBlock)
}

#[test]
fn everybody_is_linked_with_everybody() {
    let (listeners, addresses) = listeners(4);
    thread::scope(|scope| {
        let connect = |(process, listener)| {
            let addresses = &addresses;
            scope.spawn(move || {
                Links::connect(&listener, process, addresses, 7, WAIT_LIMIT, || false)
            })
        };
        // The last process starts first, so that it calls processes that do not answer yet.
        let calls = listeners.into_iter().enumerate().rev().map(connect);
        for call in calls.collect::<Vec<_>>() {
            call.join().expect("no panic").expect("all are there");
        }
    });
}

#[test]
fn strangers_are_sent_away_and_those_who_do_not_come_are_named() {
    let (mut listeners, addresses) = listeners(3);
    let wait_limit = Duration::from_millis(300);
    thread::scope(|scope| {
        let first = listeners.remove(0);
        let addresses = &addresses;
        let first =
            scope.spawn(move || Links::connect(&first, 0, addresses, 7, wait_limit, || false));
        let stranger = Links::connect(&listeners[0], 1, addresses, 8, wait_limit, || false);
        assert!(matches!(
            stranger,
            Err(PartitionError::Unreachable { process: 0, .. })
        ));
        match first.join().expect("no panic") {
            Err(PartitionError::Missing { missing, .. }) => assert_eq!(missing, [1, 2]),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_wait_that_can_be_as_long_as_any_ends_when_it_is_asked_for() {
    let (listeners, addresses) = listeners(2);
    let links = Links::connect(&listeners[0], 0, &addresses, 7, Duration::MAX, || true);
    assert!(matches!(links, Err(PartitionError::Stopped)));
}

#[test]
fn a_process_that_is_started_again_replaces_its_first_call() {
    let (mut listeners, addresses) = listeners(3);
    thread::scope(|scope| {
        let listener = listeners.remove(0);
        let addresses = &addresses;
        let links =
            scope.spawn(move || Links::connect(&listener, 0, addresses, 7, WAIT_LIMIT, || false));
        let first = call(&addresses[0], 1);
        assert!(is_answered(&first));
        let second = call(&addresses[0], 1);
        assert!(is_answered(&second));
        assert!(is_closed(&first), "the first connection is kept");
        assert!(is_answered(&call(&addresses[0], 2)));
        let links = links.join().expect("no panic").expect("all are there");
        assert!(is_open(&second), "the second connection is not kept");
        drop(links);
    });
}

#[test]
fn the_last_of_several_waiting_calls_of_one_process_counts() {
    let (mut listeners, addresses) = listeners(2);
    drop(call(&addresses[0], 1));
    let last = call(&addresses[0], 1);
    let listener = listeners.remove(0);
    let links = Links::connect(&listener, 0, &addresses, 7, WAIT_LIMIT, || false);
    drop(listener);
    let links = links.expect("all are there");
    assert!(is_answered(&last) && is_open(&last));
    drop(links);
}

#[test]
fn a_number_that_is_not_expected_is_not_answered() {
    let (mut listeners, addresses) = listeners(3);
    thread::scope(|scope| {
        let listener = listeners.remove(1);
        let addresses = &addresses;
        let links =
            scope.spawn(move || Links::connect(&listener, 1, addresses, 7, WAIT_LIMIT, || false));
        let zero = accept(&listeners[0]);
        (&zero).write_all(b"KPHERE\r\n").expect("it waits for this");
        // Lower numbers are called and do not call, and the list ends with number 2.
        for number in [0, 1, 3, u64::MAX] {
            assert!(!is_answered(&call(&addresses[1], number)), "{number}");
        }
        assert!(is_answered(&call(&addresses[1], 2)));
        links.join().expect("no panic").expect("all are there");
    });
}

#[test]
fn slow_and_silent_strangers_do_not_delay_a_stop() {
    let (listeners, addresses) = listeners(2);
    let [silent, slow] = [(); 2].map(|()| TcpStream::connect(&addresses[0]).expect("it listens"));
    let asked = Cell::new(0);
    // A process that listens to them first, and asks only then, has closed their connections.
    let should_stop = || {
        let sent = (&slow).write_all(b"K");
        asked.set(asked.get() + 1);
        asked.get() >= 3 && sent.is_ok() && is_open(&silent) && is_open(&slow)
    };
    let links = Links::connect(&listeners[0], 0, &addresses, 7, WAIT_LIMIT, should_stop);
    assert!(matches!(links, Err(PartitionError::Stopped)), "{links:?}");
}

#[test]
fn silent_strangers_do_not_delay_the_others() {
    let (listeners, addresses) = listeners(2);
    // Ten seconds for each of them would be more than the process waits.
    let strangers = [(); 8].map(|()| TcpStream::connect(&addresses[0]).expect("it listens"));
    thread::scope(|scope| {
        let links = [0, 1].map(|process| {
            let (listener, addresses) = (&listeners[process], &addresses);
            scope.spawn(move || {
                Links::connect(listener, process, addresses, 7, WAIT_LIMIT, || false)
            })
        });
        for links in links {
            links.join().expect("no panic").expect("all are there");
        }
    });
    drop(strangers);
}

#[test]
fn a_process_that_does_not_answer_does_not_delay_a_stop() {
    let (listeners, addresses) = listeners(2);
    let should_stop = || {
        let mut caller = accept(&listeners[0]);
        caller.read_exact(&mut [0; 24]).expect("it says who it is");
        // A process that waits for the answer first has hung up when it asks.
        is_open(&caller)
    };
    let links = Links::connect(&listeners[1], 1, &addresses, 7, WAIT_LIMIT, should_stop);
    assert!(matches!(links, Err(PartitionError::Stopped)), "{links:?}");
}

#[test]
fn a_process_that_does_not_answer_in_time_is_named() {
    let (listeners, addresses) = listeners(2);
    let wait_limit = Duration::from_millis(300);
    let links = Links::connect(&listeners[1], 1, &addresses, 7, wait_limit, || false);
    match links {
        Err(PartitionError::Unreachable { process: 0, .. }) => {}
        other => panic!("{other:?}"),
    }
}
