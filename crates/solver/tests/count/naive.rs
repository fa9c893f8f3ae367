//! Rules and counts from the definitions alone: no bit sets, no symmetry, no sharing.

use std::collections::BTreeSet;

use koproof_rules::{Board, Suicide};

/// The color of each point: 0 for empty, otherwise the number of the player from 1.
pub(crate) type Colors = Vec<u8>;

pub(crate) struct Naive {
    points: usize,
    joined: BTreeSet<(usize, usize)>,
    players: u8,
    suicide: Suicide,
}

/// A coloring, the player to move (from 1), and the number of passes just made.
type State = (Colors, u8, usize);

impl Naive {
    pub(crate) fn new(board: &Board, players: usize, suicide: Suicide) -> Self {
        let both = |&(a, b): &(u16, u16)| {
            let (a, b) = (usize::from(a), usize::from(b));
            [(a, b), (b, a)]
        };
        Self {
            points: board.points(),
            joined: board.edges().iter().flat_map(both).collect(),
            players: players as u8,
            suicide,
        }
    }

    /// Tells which points reach an empty one through their own color.
    fn reach_empty(&self, colors: &Colors) -> Vec<bool> {
        let mut reach: Vec<bool> = colors.iter().map(|&color| color == 0).collect();
        // As many rounds as a path can have points.
        for _ in 0..self.points {
            for &(from, to) in &self.joined {
                let through = colors[to] == 0 || colors[to] == colors[from];
                reach[from] |= through && reach[to];
            }
        }
        reach
    }

    /// Empties every point of a color that does not reach an empty point; returns whether there was one.
    fn clear(&self, colors: &mut Colors, which: impl Fn(u8) -> bool) -> bool {
        let reach = self.reach_empty(colors);
        let mut cleared = false;
        for (color, reaches) in colors.iter_mut().zip(reach) {
            if !reaches && which(*color) {
                *color = 0;
                cleared = true;
            }
        }
        cleared
    }

    /// Returns the colorings after a player's plays, without plays that change nothing.
    fn plays(&self, colors: &Colors, player: u8) -> Vec<Colors> {
        let mut found = Vec::new();
        for point in 0..self.points {
            if colors[point] != 0 {
                continue;
            }
            let mut next = colors.clone();
            next[point] = player;
            self.clear(&mut next, |color| color != player);
            let is_suicide = self.clear(&mut next, |color| color == player);
            if next != *colors && !(is_suicide && self.suicide == Suicide::Forbid) {
                found.push(next);
            }
        }
        found
    }

    /// Counts the legal colorings.
    pub(crate) fn legal(&self) -> u64 {
        let mut all = vec![vec![]];
        for _ in 0..self.points {
            let longer = |colors: &Colors| {
                let colors = colors.clone();
                (0..=self.players).map(move |color| [&colors[..], &[color]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        let is_legal =
            |colors: &&Colors| self.reach_empty(colors).into_iter().all(|reaches| reaches);
        all.iter().filter(is_legal).count() as u64
    }

    /// Counts games by length: continues from every position with every play that recreates no earlier one.
    pub(crate) fn games(&self) -> Vec<u64> {
        let mut by_length = Vec::new();
        self.go_on(&mut vec![vec![0; self.points]], &mut by_length);
        by_length
    }

    fn go_on(&self, game: &mut Vec<Colors>, by_length: &mut Vec<u64>) {
        let plays = game.len() - 1;
        by_length.resize(by_length.len().max(plays + 1), 0);
        by_length[plays] += 1;
        let now = game.last().expect("the start is there").clone();
        for player in 1..=self.players {
            for next in self.plays(&now, player) {
                if !game.contains(&next) {
                    game.push(next);
                    self.go_on(game, by_length);
                    game.pop();
                }
            }
        }
    }

    /// Counts games under situational superko by length: plays and passes in every way until two passes in a row, and counts the
    /// different sequences of colorings. `stalling` is whether one-stone suicides are played, too, where suicide is legal.
    pub(crate) fn situational_games(&self, stalling: bool) -> Vec<u64> {
        let empty = vec![0; self.points];
        let mut found = BTreeSet::new();
        let start = (empty.clone(), 1, 0);
        let made = BTreeSet::from([(empty.clone(), 1)]);
        self.go_on_situational(&start, &made, &mut vec![empty], stalling, &mut found);
        let mut by_length = Vec::new();
        for game in found {
            let plays = game.len() - 1;
            by_length.resize(by_length.len().max(plays + 1), 0);
            by_length[plays] += 1;
        }
        by_length
    }

    /// Continues a game. `made` has the situations so far, `game` the colorings without repetitions in a row.
    fn go_on_situational(
        &self,
        (now, player, passes): &State,
        made: &BTreeSet<(Colors, u8)>,
        game: &mut Vec<Colors>,
        stalling: bool,
        found: &mut BTreeSet<Vec<Colors>>,
    ) {
        found.insert(game.clone());
        let next_player = player % self.players + 1;
        let with = |colors: &Colors| {
            let mut made = made.clone();
            made.insert((colors.clone(), next_player));
            made
        };
        let is_new = |colors: &Colors| !made.contains(&(colors.clone(), next_player));
        if passes + 1 < usize::from(self.players) {
            let state = (now.clone(), next_player, passes + 1);
            self.go_on_situational(&state, &with(now), game, stalling, found);
        }
        if stalling && is_new(now) && self.has_one_stone_suicide(now, *player) {
            let state = (now.clone(), next_player, 0);
            self.go_on_situational(&state, &with(now), game, stalling, found);
        }
        for next in self.plays(now, *player) {
            if is_new(&next) {
                game.push(next.clone());
                let state = (next.clone(), next_player, 0);
                self.go_on_situational(&state, &with(&next), game, stalling, found);
                game.pop();
            }
        }
    }

    fn has_one_stone_suicide(&self, colors: &Colors, player: u8) -> bool {
        self.suicide == Suicide::Allow
            && (0..self.points)
                .filter(|&point| colors[point] == 0)
                .any(|point| {
                    let mut next = colors.clone();
                    next[point] = player;
                    self.clear(&mut next, |color| color != player);
                    self.clear(&mut next, |color| color == player);
                    next == *colors
                })
    }

    /// Counts the colorings, and the states of unfinished games, that moves can reach from the empty board.
    pub(crate) fn reachable(&self) -> (u64, u64) {
        let players = usize::from(self.players);
        let start: State = (vec![0; self.points], 1, 0);
        let mut found = BTreeSet::from([start.clone()]);
        let mut left = vec![start];
        while let Some((colors, to_move, passes)) = left.pop() {
            let next = to_move % self.players + 1;
            let plays = self.plays(&colors, to_move).into_iter();
            let played = plays.map(|colors| (colors, next, 0));
            let passed = (colors.clone(), next, passes + 1);
            for state in played.chain([passed]) {
                if state.2 < players && found.insert(state.clone()) {
                    left.push(state);
                }
            }
        }
        let colorings: BTreeSet<&Colors> = found.iter().map(|(colors, ..)| colors).collect();
        (colorings.len() as u64, found.len() as u64)
    }
}
