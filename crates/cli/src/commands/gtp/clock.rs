//! The controller's clock, which limits the time of the next move.

use std::time::Duration;

use koproof_rules::Player;

use super::protocol::{Failure, Request, color};

/// The number of moves for which main time must last.
const MOVES: u32 = 30;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// The time for each move by the settings; `None` if there is no limit.
    set: Option<Duration>,
    /// The time for the next move of each player, from the remaining time.
    left: [Option<Duration>; 2],
}

impl Clock {
    /// Reads `time_settings`: main time, time of a period, and the moves in it.
    pub(super) fn set(&mut self, request: &Request) -> Result<(), Failure> {
        let [main, period, moves] = request.arguments.as_slice() else {
            return Err(Failure::Syntax);
        };
        let (main, period, moves) = (seconds(main)?, seconds(period)?, count(moves)?);
        let endless = !period.is_zero() && moves == 0;
        let in_period = period.checked_div(moves).unwrap_or_default();
        *self = Self {
            set: (!endless).then(|| (main / MOVES).max(in_period)),
            left: [None; 2],
        };
        Ok(())
    }

    /// Reads `time_left`: the player, the time, and the number of moves, which is 0 for main time.
    pub(super) fn hear(&mut self, request: &Request) -> Result<(), Failure> {
        let [player, time, moves] = request.arguments.as_slice() else {
            return Err(Failure::Syntax);
        };
        let player = color(player).ok_or(Failure::ColorOrCoordinate)?;
        let moves = match count(moves)? {
            0 => MOVES,
            moves => moves,
        };
        self.left[player.index()] = Some(seconds(time)? / moves);
        Ok(())
    }

    /// Returns the time for a move of this player, if there is a limit.
    pub(super) fn allows(&self, player: Player) -> Option<Duration> {
        self.left[player.index()].or(self.set)
    }
}

fn seconds(text: &str) -> Result<Duration, Failure> {
    let number: f64 = text.parse().map_err(|_| Failure::Syntax)?;
    Duration::try_from_secs_f64(number).map_err(|_| Failure::Syntax)
}

fn count(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_| Failure::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Request {
        Request::read(line).expect("it is a request")
    }

    #[test]
    fn a_move_gets_its_share_of_the_time() {
        let mut clock = Clock::default();
        assert_eq!(clock.allows(Player::BLACK), None);
        clock
            .set(&request("time_settings 60 10 5"))
            .expect("it is well formed");
        assert_eq!(clock.allows(Player::BLACK), Some(Duration::from_secs(2)));
        clock
            .hear(&request("time_left w 12 3"))
            .expect("it is well formed");
        assert_eq!(clock.allows(Player::WHITE), Some(Duration::from_secs(4)));
        assert_eq!(clock.allows(Player::BLACK), Some(Duration::from_secs(2)));
        clock
            .hear(&request("time_left w 15 0"))
            .expect("it is well formed");
        assert_eq!(
            clock.allows(Player::WHITE),
            Some(Duration::from_millis(500))
        );
        // A period for no moves means no limit.
        clock
            .set(&request("time_settings 0 1 0"))
            .expect("it is well formed");
        assert_eq!(clock.allows(Player::WHITE), None);
    }
}
