//! Connections between processes.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

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
fn the_wait_can_be_as_long_as_any() {
    let (listeners, addresses) = listeners(2);
    let links = Links::connect(&listeners[0], 0, &addresses, 7, Duration::MAX, || true);
    assert!(matches!(links, Err(PartitionError::Stopped)));
}

#[test]
fn waiting_ends_when_it_is_asked_for() {
    let (listeners, addresses) = listeners(2);
    let links = Links::connect(&listeners[0], 0, &addresses, 7, WAIT_LIMIT, || true);
    assert!(matches!(links, Err(PartitionError::Stopped)));
}
