//! Points, sets of points, and players.

use koproof_rules::{Player, Point, PointSet};

#[test]
fn an_iterator_knows_how_many_points_are_left() {
    let numbers = [0, 5, 63, 64, 127];
    let set: PointSet<2> = numbers.map(Point::new).into_iter().collect();
    let mut points = set.iter();
    for left in (1..=numbers.len()).rev() {
        assert_eq!(
            (points.len(), points.size_hint()),
            (left, (left, Some(left)))
        );
        points.next();
    }
    assert_eq!(
        (points.len(), points.next(), points.next()),
        (0, None, None)
    );
}

#[test]
fn sets_of_points_are_collections() {
    let mut set = PointSet::<1>::default();
    assert_eq!(set, PointSet::EMPTY);
    set.extend([7, 2].map(Point::new));
    set.extend(PointSet::<1>::first_points(1));
    let mut numbers = Vec::new();
    for point in &set {
        numbers.push(point.index());
    }
    assert_eq!(numbers, [0, 2, 7]);
}

#[test]
fn players_are_read_as_they_are_written() {
    for player in (0..Player::MAX).map(Player::new) {
        assert_eq!(player.to_string().parse(), Ok(player));
        let letter = player.letter().to_string();
        assert_eq!(letter.parse(), Ok(player));
        assert_eq!(Player::from_name(&letter), Some(player));
    }
    for bad in [
        "",
        "player",
        "player ",
        "player 1",
        "player 9",
        "player 33",
        "player b",
        "grey",
    ] {
        let error = bad.parse::<Player>().expect_err("no player").to_string();
        assert!(
            error.starts_with(&format!("'{bad}' is no player: write")),
            "{error}"
        );
    }
}
