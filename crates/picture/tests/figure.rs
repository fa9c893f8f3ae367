//! Pictures as SVG, read back as XML.

use koproof_picture::{Figure, Histogram, Mark, Panel, Series, SeriesLine, Spot, Spread};
use koproof_rules::{Board, Player, families};
use roxmltree::{Document, Node};

fn board(name: &str) -> Board {
    name.parse().expect("it is the name of a board")
}

/// Returns a panel with the stones of a text in `.XO`.
fn panel(stones: &str, caption: &str) -> Panel {
    let spot = |symbol| Spot {
        stone: Player::from_symbol(symbol),
        ..Spot::default()
    };
    Panel {
        spots: stones.chars().map(spot).collect(),
        caption: caption.to_owned(),
    }
}

fn elements<'a>(document: &'a Document<'_>, name: &str) -> Vec<Node<'a, 'a>> {
    let all = document.descendants();
    all.filter(|node| node.has_tag_name(name)).collect()
}

/// Returns what is said to those who do not see the picture.
fn description<'a>(document: &'a Document<'_>) -> &'a str {
    elements(document, "desc")[0].text().expect("it has words")
}

/// Returns the texts of a picture, in order.
fn texts<'a>(document: &'a Document<'_>) -> Vec<&'a str> {
    let all = document.descendants();
    all.filter_map(|node| node.attribute("data-text")).collect()
}

fn filled<'a>(document: &'a Document<'_>, fill: &str) -> Vec<Node<'a, 'a>> {
    let circles = elements(document, "circle").into_iter();
    circles
        .filter(|node| node.attribute("fill") == Some(fill))
        .collect()
}

#[test]
fn every_family_has_a_picture_that_is_xml_and_keeps_everything_on_the_page() {
    for family in families() {
        let board = board(family.example);
        let stones: String = ".XO".chars().cycle().take(board.points()).collect();
        let svg = Figure::new(&board, family.example, vec![panel(&stones, "a caption")]).to_svg();
        let document = Document::parse(&svg).expect("it is XML");
        let root = document.root_element();
        let number = |node: Node<'_, '_>, name: &str| -> f64 {
            let text = node.attribute(name).expect("it is there");
            text.parse().expect("it is a number")
        };
        let (width, height) = (number(root, "width"), number(root, "height"));
        assert!(
            width.max(height) < 2000.0,
            "{}: {width} x {height}",
            board.name()
        );
        for circle in elements(&document, "circle") {
            let radius = number(circle, "r");
            for (at, size) in [("cx", width), ("cy", height)] {
                let at = number(circle, at);
                assert!(at >= radius && at + radius <= size, "{}", board.name());
            }
        }
        let title = elements(&document, "title");
        assert_eq!(title[0].text(), Some(family.example));
    }
}

#[test]
fn a_go_board_has_its_lines_its_names_and_its_stones() {
    let board = board("2x3");
    let svg = Figure::new(&board, "a position", vec![panel("OX..X.", "")]).to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    assert_eq!(elements(&document, "line").len(), 7, "a line for each edge");
    assert_eq!(texts(&document), ["a", "b", "c", "2", "1"]);
    assert_eq!(filled(&document, "#1b1b1b").len(), 2, "black stones");
    assert_eq!(filled(&document, "#ffffff").len(), 1, "white stones");
}

#[test]
fn points_of_other_boards_have_their_numbers_unless_something_else_is_written_there() {
    let board = board("cycle:5");
    let mut panel = panel("X....", "b 0");
    panel.spots[2].label = Some("+3".to_owned());
    panel.spots[4].mark = Some(Mark::Forbidden);
    let svg = Figure::new(&board, "a position", vec![panel]).to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    assert_eq!(texts(&document), ["0", "1", "+3", "3", "b 0"]);
    let crosses = elements(&document, "line");
    let red = crosses
        .iter()
        .filter(|line| line.attribute("stroke") == Some("#b3261e"));
    assert_eq!(red.count(), 2, "one cross has two strokes");
}

#[test]
fn a_strip_breaks_into_rows_and_says_its_captions_in_words() {
    let board = board("3x3");
    let panels = (1..=8).map(|number| panel(".........", &format!("{number}. b pass")));
    let figure = Figure::new(&board, "passes", panels.collect());
    let svg = figure.to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    let rows: std::collections::BTreeSet<&str> = elements(&document, "rect")
        .into_iter()
        .filter_map(|wood| wood.attribute("y"))
        .collect();
    assert!(rows.len() > 1, "{rows:?}");
    assert!(
        description(&document).starts_with("1. b pass: no stones. 2. b pass: no stones. "),
        "{svg}"
    );
}

#[test]
fn a_description_names_the_stones_the_labels_and_the_marks() {
    let board = board("2x3");
    let mut first = panel("OX..X.", "b to move");
    first.spots[1].label = Some("3".to_owned());
    first.spots[1].mark = Some(Mark::Last);
    first.spots[2].label = Some("B+1".to_owned());
    first.spots[2].mark = Some(Mark::Best);
    first.spots[3].mark = Some(Mark::Forbidden);
    let panels = vec![first, panel("......", "")];
    let svg = Figure::new(&board, "a position", panels).to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    assert_eq!(
        description(&document),
        "b to move: black b2, b1; white a2; labels b2 3, c2 B+1; last move b2; best c2; forbidden a1. no stones."
    );
}

/// Two pictures in one page must not share an id: the second would be read out as the first.
#[test]
fn ids_are_those_of_the_content() {
    let board = board("2x2");
    let drawn = |title: &str, stones: &str| {
        let svg = Figure::new(&board, title, vec![panel(stones, "")]).to_svg();
        let document = Document::parse(&svg).expect("it is XML");
        let root = document.root_element();
        let named = ["aria-labelledby", "aria-describedby"].map(|name| {
            let id = root.attribute(name).expect("it names an element");
            let mut found = root
                .children()
                .filter(|node| node.attribute("id") == Some(id));
            let element = found.next().expect("there is one");
            (id.to_owned(), element.tag_name().name().to_owned())
        });
        assert_eq!([&*named[0].1, &*named[1].1], ["title", "desc"]);
        named.map(|(id, _)| id)
    };
    let ids = drawn("one", "X...");
    assert_eq!(ids, drawn("one", "X..."));
    for other in [drawn("other", "X..."), drawn("one", "O...")] {
        assert!(ids.iter().all(|id| !other.contains(id)), "{other:?}");
    }
}

#[test]
fn words_from_outside_cannot_leave_their_place() {
    let board = board("1x1");
    let hostile = "\"><script>&\u{0}\u{1b}\u{fffe}";
    let svg = Figure::new(&board, hostile, vec![panel(".", hostile)]).to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    assert!(elements(&document, "script").is_empty());
    assert_eq!(
        elements(&document, "title")[0].text(),
        Some("\"><script>&   ")
    );
}

#[test]
fn bars_are_as_high_as_their_counts() {
    let histogram = Histogram {
        title: "2x2".to_owned(),
        across: "value".to_owned(),
        up: "colorings".to_owned(),
        bars: vec![(-4, 10), (1, 40), (2, 0)],
    };
    let svg = histogram.to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    let heights: Vec<f64> = elements(&document, "rect")
        .into_iter()
        .filter(|bar| bar.attribute("rx").is_some())
        .map(|bar| bar.attribute("height").unwrap().parse().unwrap())
        .collect();
    assert_eq!(heights.len(), 2, "a count of 0 has no bar");
    assert!((heights[1] / heights[0] - 4.0).abs() < 0.01, "{heights:?}");
    let texts = texts(&document);
    for text in ["2x2", "value", "colorings", "-4", "0", "2", "10", "40"] {
        assert!(texts.contains(&text), "{text} is not in {texts:?}");
    }
}

#[test]
fn lines_of_a_series_have_a_mark_for_each_point_and_a_name() {
    let line = |name: &str, points: &[(f64, f64)]| SeriesLine {
        name: name.to_owned(),
        points: points.to_vec(),
        brackets: Vec::new(),
    };
    let series = Series {
        title: "values".to_owned(),
        across: "points".to_owned(),
        up: "value".to_owned(),
        lines: vec![
            line("path", &[(1.0, 0.0), (2.0, 0.0), (3.0, 3.0)]),
            line("cycle", &[(3.0, 0.0), (4.0, 1.0)]),
        ],
    };
    let svg = series.to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    // Five points, two names.
    assert_eq!(elements(&document, "circle").len(), 5 + 2);
    assert_eq!(elements(&document, "polyline").len(), 2);
    for text in ["path", "cycle", "1", "2", "3", "4"] {
        assert!(texts(&document).contains(&text), "{text}");
    }
    for line in elements(&document, "polyline") {
        let numbers = line.attribute("points").unwrap().split([' ', ',']);
        assert!(
            numbers
                .map(|number| number.parse::<f64>().unwrap())
                .all(f64::is_finite)
        );
    }
}

#[test]
fn brackets_are_strokes_from_end_to_end_and_make_the_axis_longer() {
    let chart = |brackets: Vec<(f64, f64, f64)>| Series {
        title: "values".to_owned(),
        across: "points".to_owned(),
        up: "value".to_owned(),
        lines: vec![SeriesLine {
            name: "cycle".to_owned(),
            points: vec![(3.0, 0.0), (4.0, 1.0)],
            brackets,
        }],
    };
    let without = chart(Vec::new()).to_svg();
    let with = chart(vec![(5.0, -4.0, 6.0)]).to_svg();
    let [before, after] = [&without, &with].map(|svg| Document::parse(svg).expect("it is XML"));
    // The stroke and its two ends, in the color of the line.
    let color = elements(&after, "polyline")[0].attribute("stroke");
    let strokes: Vec<_> = elements(&after, "line")
        .into_iter()
        .filter(|line| line.attribute("stroke") == color)
        .collect();
    assert_eq!(strokes.len(), 3);
    let upright = strokes
        .iter()
        .filter(|line| line.attribute("x1") == line.attribute("x2"));
    assert_eq!(upright.count(), 1);
    // All points are still drawn, and the axis extends to the numbers of the bracket.
    assert_eq!(elements(&after, "circle").len(), 2);
    for tick in ["-4", "6"] {
        assert!(!texts(&before).contains(&tick), "{tick}");
        assert!(texts(&after).contains(&tick), "{tick}");
    }
    assert!(with.contains("cycle: (3, 0), (4, 1), (5, from -4 to 6)"));
}

#[test]
fn charts_of_one_number_or_none_are_charts() {
    let chart = |points: &[(f64, f64)]| Series {
        title: String::new(),
        across: String::new(),
        up: String::new(),
        lines: vec![SeriesLine {
            name: "x".to_owned(),
            points: points.to_vec(),
            brackets: Vec::new(),
        }],
    };
    for points in [
        &[][..],
        &[(1.0, 1.0)],
        &[(0.25, 1e9), (0.5, -1e9)],
        &[(49.0, 8e22)],
        &[(1e22, -1e300), (1e22, 1e300)],
    ] {
        let svg = chart(points).to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        Document::parse(&svg).expect("it is XML");
    }
    let seven_by_seven = 83677847847984287628595.0;
    for (points, expected) in [
        (vec![(1.0, 0.0), (2.0, 1e20)], vec!["0", "2e19", "1e20"]),
        (vec![(49.0, seven_by_seven)], vec!["8.36778478e22"]),
    ] {
        let svg = chart(&points).to_svg();
        let document = Document::parse(&svg).expect("it is XML");
        let labels = texts(&document);
        assert!(
            expected.iter().all(|label| labels.contains(label)),
            "{labels:?}"
        );
    }
    let empty = Histogram {
        title: String::new(),
        across: String::new(),
        up: String::new(),
        bars: Vec::new(),
    };
    assert!(!empty.to_svg().contains("NaN"));
}

#[test]
fn circles_of_a_spread_have_the_areas_of_their_counts_and_do_not_overlap() {
    let spread = Spread {
        title: "Trees".to_owned(),
        across: "points".to_owned(),
        up: "value".to_owned(),
        counted: "trees".to_owned(),
        counts: vec![
            ((4.0, 4.0), 25),
            ((5.0, 0.0), 100),
            ((5.0, 5.0), 100),
            ((6.0, 1.0), 1),
        ],
    };
    let svg = spread.to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    assert_eq!(
        elements(&document, "desc")[0].text(),
        Some("at 4: 4 ×25; at 5: 0 ×100, 5 ×100; at 6: 1 ×1")
    );
    let circles: Vec<[f64; 3]> = elements(&document, "circle")
        .into_iter()
        .map(|circle| {
            ["cx", "cy", "r"].map(|name| circle.attribute(name).unwrap().parse().unwrap())
        })
        .collect();
    // Four circles, three means, and two in the legend.
    assert_eq!(circles.len(), 4 + 3 + 2);
    assert!(
        (circles[1][2] / circles[0][2] - 2.0).abs() < 0.01,
        "{circles:?}"
    );
    assert!(circles[3][2] < circles[0][2]);
    let [first, second] = [circles[0], circles[1]];
    assert!((first[0] - second[0]).hypot(first[1] - second[1]) > first[2] + second[2]);
    // The mean of 0 and 5 lies in the middle of them.
    let middle = (circles[1][1] + circles[2][1]) / 2.0;
    assert!((circles[5][1] - middle).abs() < 0.02, "{circles:?}");
    for text in ["100", "trees", "mean"] {
        assert!(texts(&document).contains(&text), "{text}");
    }
    assert!(!texts(&document).contains(&"25"), "its mean lies over it");
    let none = Spread {
        counts: Vec::new(),
        ..spread
    };
    assert!(!none.to_svg().contains("NaN"));
}

#[test]
fn every_character_that_is_known_has_strokes_and_a_width_of_its_own() {
    let names = ["il", "mw", "0é", "−×%"].map(|label| {
        let spot = Spot {
            label: Some(label.to_owned()),
            ..Spot::default()
        };
        let panel = Panel {
            spots: vec![spot],
            caption: "?".to_owned(),
        };
        let svg = Figure::new(&board("1x1"), "one", vec![panel]).to_svg();
        let document = Document::parse(&svg).expect("it is XML");
        elements(&document, "path").len()
    });
    // Besides the caption, the row and the column; an unknown character is a question mark.
    assert_eq!(names, [5, 5, 5, 6]);
}
