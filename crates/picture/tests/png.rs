//! Pictures as pixels.
#![cfg(feature = "png")]

use koproof_picture::{Figure, Panel, PngError, Spot, svg_to_png};
use koproof_rules::{Board, Player};
use resvg::tiny_skia::Pixmap;

#[test]
fn the_pixels_show_the_stones_where_they_lie() {
    let board: Board = "1x2".parse().expect("it is a board");
    let stone = |player| Spot {
        stone: Some(player),
        ..Spot::default()
    };
    let panel = Panel {
        spots: vec![stone(Player::BLACK), stone(Player::WHITE)],
        caption: String::new(),
    };
    let svg = Figure::new(&board, "two stones", vec![panel]).to_svg();
    let circles: Vec<[f32; 2]> = svg
        .lines()
        .filter(|line| line.starts_with("<circle"))
        .map(|line| {
            let after = |name: &str| line.split_once(name).expect("it is there").1;
            ["cx=\"", "cy=\""].map(|name| {
                let number = after(name).split('"').next().expect("it ends");
                number.parse().expect("it is a number")
            })
        })
        .collect();
    let png = svg_to_png(&svg, 3.0).expect("it is a picture");
    let pixels = Pixmap::decode_png(&png).expect("it is PNG");
    let red = |[x, y]: [f32; 2]| {
        let pixel = pixels.pixel((3.0 * x) as u32, (3.0 * y) as u32);
        pixel.expect("it is on the page").red()
    };
    assert_eq!(circles.len(), 2);
    assert!(red(circles[0]) < 40 && red(circles[1]) > 240);
}

#[test]
fn pictures_that_are_too_large_and_texts_that_are_none_are_refused() {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>"#;
    let too_large = PngError::TooLarge {
        width: 9000,
        height: 9000,
    };
    assert_eq!(svg_to_png(svg, 1.0), Err(too_large));
    assert!(matches!(
        svg_to_png("no picture", 1.0),
        Err(PngError::Svg(_))
    ));
}
