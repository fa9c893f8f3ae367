//! A panel in words, for those who do not see it.

use koproof_rules::{Board, Player};

use super::{Mark, Panel, Spot};

impl Panel {
    /// Describes the panel in a sentence: its caption, the stones, the labels and the marks, with the points by name.
    pub(super) fn described(&self, board: &Board) -> String {
        let at = |wanted: &dyn Fn(&Spot) -> bool| {
            let spots = self.spots.iter().zip(0..);
            let found = spots.filter(|(spot, _)| wanted(spot));
            let names: Vec<String> = found.map(|(_, point)| board.point_name(point)).collect();
            names.join(", ")
        };
        let stones = |player| at(&|spot| spot.stone == Some(player));
        let marked = |mark| at(&|spot| spot.mark == Some(mark));
        let players = (0..Player::MAX).map(Player::new);
        let stones = players.map(|player| (player.to_string(), stones(player)));
        let others = [
            ("labels", self.labels(board)),
            ("last move", marked(Mark::Last)),
            ("best", marked(Mark::Best)),
            ("forbidden", marked(Mark::Forbidden)),
        ];
        let others = others.map(|(what, points)| (what.to_owned(), points));
        let listed = stones.chain(others);
        let parts = listed.filter(|(_, points)| !points.is_empty());
        let mut parts: Vec<String> = parts
            .map(|(what, points)| format!("{what} {points}"))
            .collect();
        if self.spots.iter().all(|spot| spot.stone.is_none()) {
            parts.insert(0, "no stones".to_owned());
        }
        let content = parts.join("; ");
        match self.caption.as_str() {
            "" => format!("{content}."),
            caption => format!("{caption}: {content}."),
        }
    }

    /// Lists the points with a label, each with its text.
    fn labels(&self, board: &Board) -> String {
        let spots = self.spots.iter().zip(0..);
        let labels: Vec<String> = spots
            .filter_map(|(spot, point)| {
                let label = spot.label.as_deref()?;
                Some(format!("{} {label}", board.point_name(point)))
            })
            .collect();
        labels.join(", ")
    }
}
