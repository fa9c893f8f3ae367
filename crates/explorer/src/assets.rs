//! The files of the page, which are part of the program.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    path: &'static str,
    pub(crate) media: &'static str,
    pub(crate) content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! asset {
    ($path:literal, $media:expr, $file:literal) => {
        Asset {
            path: $path,
            media: $media,
            content: include_str!(concat!("../page/", $file)),
        }
    };
}

static ASSETS: &[Asset] = &[
    asset!("/", HTML, "index.html"),
    asset!("/icon.svg", SVG, "icon.svg"),
    asset!("/css/page.css", CSS, "css/page.css"),
    asset!("/css/panels.css", CSS, "css/panels.css"),
    asset!("/css/board.css", CSS, "css/board.css"),
    asset!("/js/main.js", JS, "js/main.js"),
    asset!("/js/api.js", JS, "js/api.js"),
    asset!("/js/board.js", JS, "js/board.js"),
    asset!("/js/chooser.js", JS, "js/chooser.js"),
    asset!("/js/dom.js", JS, "js/dom.js"),
    asset!("/js/editor.js", JS, "js/editor.js"),
    asset!("/js/embed.js", JS, "js/embed.js"),
    asset!("/js/engine.js", JS, "js/engine.js"),
    asset!("/js/files.js", JS, "js/files.js"),
    asset!("/js/focus.js", JS, "js/focus.js"),
    asset!("/js/game.js", JS, "js/game.js"),
    asset!("/js/history.js", JS, "js/history.js"),
    asset!("/js/keyboard.js", JS, "js/keyboard.js"),
    asset!("/js/line.js", JS, "js/line.js"),
    asset!("/js/link.js", JS, "js/link.js"),
    asset!("/js/marks.js", JS, "js/marks.js"),
    asset!("/js/page.js", JS, "js/page.js"),
    asset!("/js/picture.js", JS, "js/picture.js"),
    asset!("/js/quiz.js", JS, "js/quiz.js"),
    asset!("/js/refusal.js", JS, "js/refusal.js"),
    asset!("/js/rules.js", JS, "js/rules.js"),
    asset!("/js/score.js", JS, "js/score.js"),
    asset!("/js/sgf.js", JS, "js/sgf.js"),
    asset!("/js/share.js", JS, "js/share.js"),
    asset!("/js/sketch.js", JS, "js/sketch.js"),
    asset!("/js/status.js", JS, "js/status.js"),
    asset!("/js/table.js", JS, "js/table.js"),
    asset!("/js/thumbnail.js", JS, "js/thumbnail.js"),
    asset!("/js/values.js", JS, "js/values.js"),
];

/// Returns the file with exactly this path.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_comes_from_the_network() {
        for asset in ASSETS {
            let addresses = asset.content.split("http").skip(1);
            for address in addresses {
                // The names of XML namespaces are addresses, which no browser loads.
                assert!(
                    address.starts_with("://www.w3.org/"),
                    "{}: http{:.30}",
                    asset.path,
                    address
                );
            }
        }
    }

    #[test]
    fn only_one_module_knows_that_a_server_answers() {
        for asset in ASSETS.iter().filter(|asset| asset.path != "/js/engine.js") {
            for sign in [
                "fetch(",
                "/api/",
                "XMLHttpRequest",
                "EventSource",
                "WebSocket",
            ] {
                assert!(!asset.content.contains(sign), "{}: {sign}", asset.path);
            }
        }
    }

    #[test]
    fn the_page_can_be_served_from_any_directory() {
        let page = asset("/").expect("it is there").content;
        for attribute in ["href=\"", "src=\""] {
            for file in page.split(attribute).skip(1) {
                let file = file.split('"').next().expect("it is quoted");
                assert!(!file.starts_with('/'), "{file}");
                assert!(asset(&format!("/{file}")).is_some(), "{file}");
            }
        }
    }

    #[test]
    fn every_module_that_is_imported_is_served() {
        for asset in ASSETS.iter().filter(|asset| asset.media == JS) {
            for line in asset.content.lines() {
                let Some((_, from)) = line.split_once(" from \"./") else {
                    continue;
                };
                let name = from.trim_end_matches("\";");
                let path = format!("/js/{name}");
                assert!(super::asset(&path).is_some(), "{}: {line}", asset.path);
            }
        }
    }
}
