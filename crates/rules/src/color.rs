//! Players, who are also the colors of stones.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::messages::shortened;

/// A player, and the color of that player's stones: Black is 0, White is 1, a third player 2, and so on.
///
/// The color of a *point* is an `Option<Player>`: `None` is empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const BLACK: Self = Self(0);
    /// The second of two players.
    pub const WHITE: Self = Self(1);
    /// Black and White, in the order of their turns.
    pub const BOTH: [Self; 2] = [Self::BLACK, Self::WHITE];
    /// The most players a game can have.
    pub const MAX: usize = 8;

    /// Names the player with number `index`, from 0.
    ///
    /// # Panics
    /// If `index` is [`Self::MAX`] or more.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX, "at most eight players");
        Self(index as u8)
    }

    /// Returns the player's number, for use as an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns a score, Black − White, as this one of two players sees it: the player's own side first; or back.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Player;
    /// assert_eq!((Player::BLACK.sees(3), Player::WHITE.sees(3)), (3, -3));
    /// ```
    #[inline]
    #[must_use]
    pub fn sees<T: Neg<Output = T>>(self, score: T) -> T {
        if self == Self::BLACK { score } else { -score }
    }

    /// Returns the next player after this one, of `players` players.
    ///
    /// # Panics
    /// If there are no players.
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        self.after(1, players)
    }

    /// Returns the player who moves `turns` turns after this one, of `players` players.
    ///
    /// # Panics
    /// If there are no players.
    #[inline]
    #[must_use]
    pub const fn after(self, turns: usize, players: usize) -> Self {
        Self::new((self.index() + turns) % players)
    }

    /// Returns the player who moved `turns` turns before this one, of `players` players.
    ///
    /// # Panics
    /// If there are no players.
    #[inline]
    #[must_use]
    pub const fn before(self, turns: usize, players: usize) -> Self {
        self.after(players - turns % players, players)
    }

    /// Returns the character that stands for the player's stones in a position: `X`, `O`, `3` … `8`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self.0 {
            0 => 'X',
            1 => 'O',
            n => (b'1' + n) as char,
        }
    }

    /// Reads the character of a stone: `X` or `1`, `O` or `2`, `3` … `8`; small letters too.
    #[must_use]
    pub const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            'X' | 'x' => Some(Self::BLACK),
            'O' | 'o' => Some(Self::WHITE),
            '1'..='8' => Some(Self(symbol as u8 - b'1')),
            _ => None,
        }
    }

    /// Reads a player's name: `black`, `b`, `white`, `w`, or the number from 1.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "black" | "b" => Some(Self::BLACK),
            "white" | "w" => Some(Self::WHITE),
            number => match number.as_bytes() {
                [digit @ b'1'..=b'8'] => Some(Self(digit - b'1')),
                _ => None,
            },
        }
    }

    /// Returns the player's name in a move list: `b`, `w`, `3` … `8`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.0 {
            0 => 'b',
            1 => 'w',
            n => (b'1' + n) as char,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("black"),
            1 => f.write_str("white"),
            n => write!(f, "player {}", n + 1),
        }
    }
}

/// A text that names no [`Player`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is no player: write black, white, or player 3 up to player 8", shortened(.0))]
pub struct ParsePlayerError(String);

/// Reads what [`fmt::Display`] and serde write, `black`, `white` or `player 3`, and what [`Player::from_name`] reads.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let player = match text.strip_prefix("player ").map(str::as_bytes) {
            Some([digit @ b'3'..=b'8']) => Some(Self(digit - b'1')),
            Some(_) => None,
            None => Self::from_name(text),
        };
        player.ok_or_else(|| ParsePlayerError(text.to_owned()))
    }
}

/// As its name.
impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
