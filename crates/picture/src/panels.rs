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
        let mut game = game.clone();
        while game.moves().len() > from {
            game.undo();
        }
        if turns.len() == from {
            return vec![Self::of_game(board, &game)];
        }
        let mut numbers: Vec<Option<usize>> = vec![None; board.points()];
        let mut panels = Vec::new();
        for (number, (player, taken)) in (1..).zip(turns.into_iter().skip(from)) {
            game.play(taken).expect("a game's moves are legal");
            if let Move::Play(point) = taken {
                numbers[point.index()] = Some(number);
            }
            let mut panel = Self::of_game(board, &game);
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
