//! Boards: names, families, points' names, graph6 and files.

mod edge_lists;
mod families;
mod files;
mod graph6;
mod names;

use koproof_rules::Board;

/// Returns the board of a valid name.
fn board(name: &str) -> Board {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the neighbours of each point.
fn neighbours(board: &Board) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); board.points()];
    for &(a, b) in board.edges() {
        neighbours[usize::from(a)].push(usize::from(b));
        neighbours[usize::from(b)].push(usize::from(a));
    }
    neighbours
}

/// Returns the number of points of each degree, as pairs (degree, points), lowest degree first.
fn degrees(board: &Board) -> Vec<(usize, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for around in neighbours(board) {
        *counts.entry(around.len()).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

/// Returns the number of points at distance 0, 1, 2, … from a point; unreachable points are not counted.
fn spheres(board: &Board, from: usize) -> Vec<usize> {
    let neighbours = neighbours(board);
    let mut seen = vec![false; board.points()];
    seen[from] = true;
    let mut sphere = vec![from];
    let mut sizes = Vec::new();
    while !sphere.is_empty() {
        sizes.push(sphere.len());
        let mut next = Vec::new();
        for point in sphere {
            for &neighbour in &neighbours[point] {
                if !std::mem::replace(&mut seen[neighbour], true) {
                    next.push(neighbour);
                }
            }
        }
        sphere = next;
    }
    sizes
}

/// Returns the length of a shortest cycle: it removes each edge and measures the distance of its ends.
fn girth(board: &Board) -> Option<usize> {
    let around = |&(a, b): &(u16, u16)| {
        let others = board.edges().iter().copied().filter(|&edge| edge != (a, b));
        let rest =
            Board::new("rest", board.points(), others).expect("some edges of a board are a board");
        let neighbours = neighbours(&rest);
        let mut steps = vec![None; board.points()];
        steps[usize::from(a)] = Some(0);
        let mut queue = std::collections::VecDeque::from([usize::from(a)]);
        while let Some(point) = queue.pop_front() {
            for &neighbour in &neighbours[point] {
                if steps[neighbour].is_none() {
                    steps[neighbour] = steps[point].map(|steps| steps + 1);
                    queue.push_back(neighbour);
                }
            }
        }
        steps[usize::from(b)].map(|steps| steps + 1)
    };
    board.edges().iter().filter_map(around).min()
}
