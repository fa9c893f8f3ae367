//! Games as panels of a picture.

use koproof_rules::{Board, Coloring, Game, Move, Player, Point, text};

use crate::figure::{Mark, Panel, Spot};

impl Panel {
    /// Draws the stones on a board.
    #[must_use]
    pub fn of_coloring<const W: usize, const N: usize>(
        board: &Board,
        coloring: &Coloring<W, N>,
    ) -> Self {
        let spots = (0..board.points())
            .map(|point| Spot {
                stone: coloring.at(Point::new(point as u16)),
                ..Spot::default()
            })
            .collect();
        Self {
            spots,
            caption: String::new(),
        }
    }

    /// Draws the current position of a game, with a mark on the last play.
    #[must_use]
    pub fn of_game<const W: usize, const N: usize>(board: &Board, game: &Game<'_, W, N>) -> Self {
        let mut panel = Self::of_coloring(board, game.coloring());
        if let Some(Move::Play(point)) = game.moves().last()
            && let Some(spot) = panel.spots.get_mut(point.index())
            && spot.stone.is_some()
        {
            spot.mark = Some(Mark::Last);
        }
        panel
    }

    /// Draws the moves of a game after the first `from`, a panel for each, with the stones numbered by move; a game
    /// without further moves has one panel.
    #[must_use]
    pub fn of_moves<const W: usize, const N: usize>(
        board: &Board,
        game: &Game<'_, W, N>,
        from: usize,
    ) -> Vec<Self> {
        let turns: Vec<(Player, Move)> = game.turns().collect();
        if turns.len() <= from {
            return vec![Self::of_game(board, game)];
        }
        // They are taken back and not played again: after a disputed pass the moves would continue a game that is over.
        let mut game = game.clone();
        let mut after = Vec::new();
        while game.moves().len() > from {
            after.push(Self::of_game(board, &game));
            game.undo();
        }
        let mut numbers: Vec<Option<usize>> = vec![None; board.points()];
        let mut panels = Vec::new();
        let moves = turns.into_iter().skip(from).zip(after.into_iter().rev());
        for (number, ((player, taken), mut panel)) in (1..).zip(moves) {
            if let Move::Play(point) = taken {
                numbers[point.index()] = Some(number);
            }
            for (spot, number) in panel.spots.iter_mut().zip(&mut numbers) {
                // The number of a stone goes with it: a stone that is played there later has its own.
                *number = number.filter(|_| spot.stone.is_some());
                spot.label = number.map(|number| number.to_string());
            }
            panel.caption = format!("{number}. {}", text::turn(board, player, taken));
            panels.push(panel);
        }
        panels
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Graph, Ruleset};

    use super::*;

    #[test]
    fn a_game_goes_on_after_a_disputed_pass() {
        let board: Board = "2x2".parse().expect("it is a board");
        let graph = Graph::<1>::new(&board).expect("it is small");
        let rules = Ruleset::TROMP_TAYLOR;
        let mut game: Game<'_, 1, 2> =
            Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("it is empty");
        let plays = [1, 0].map(|point| Move::Play(Point::new(point)));
        for taken in [Move::Pass, Move::Pass] {
            game.play(taken).expect("a pass is legal");
        }
        assert!(game.dispute());
        for taken in plays {
            game.play(taken).expect("the points are empty");
        }
        let panels = Panel::of_moves(&board, &game, 0);
        let labels = |panel: &Panel| {
            let labels = panel.spots.iter().map(|spot| spot.label.clone());
            labels.collect::<Vec<_>>()
        };
        let stones = |panel: &Panel| {
            panel
                .spots
                .iter()
                .filter(|spot| spot.stone.is_some())
                .count()
        };
        assert_eq!(panels.iter().map(stones).collect::<Vec<_>>(), [0, 0, 1, 2]);
        let [three, four] = ["3", "4"].map(|label| Some(label.to_owned()));
        assert_eq!(labels(&panels[2]), [None, three.clone(), None, None]);
        assert_eq!(labels(&panels[3]), [four, three, None, None]);
        assert_eq!(Panel::of_moves(&board, &game, 2).len(), 2);
        assert_eq!(Panel::of_moves(&board, &game, 4).len(), 1);
    }
}
