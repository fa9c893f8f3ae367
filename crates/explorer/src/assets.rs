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

/// The files of some folders, each with its media type.
macro_rules! assets {
    ($($folder:literal $media:ident: $($name:literal)+;)+) => {
        &[$($(Asset {
            path: concat!("/", $folder, $name),
            media: $media,
            content: include_str!(concat!("../page/", $folder, $name)),
        },)+)+]
    };
}

static ASSETS: &[Asset] = assets! {
    "" HTML: "index.html";
    "" SVG: "icon.svg";
    "css/" CSS: "page.css" "panels.css" "board.css";
    "js/" JS:
        "main.js" "api.js" "board.js" "chooser.js" "dom.js" "editor.js" "embed.js" "engine.js" "files.js"
        "focus.js" "game.js" "history.js" "keyboard.js" "line.js" "link.js" "marks.js" "page.js" "picture.js"
        "quiz.js" "refusal.js" "rules.js" "score.js" "sgf.js" "share.js" "sketch.js" "status.js" "table.js"
        "thumbnail.js" "values.js" "words.js";
};

/// Returns the file with exactly this path.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    const PAGE: &str = "/index.html";
    let path = match path {
        "/" => PAGE,
        // The page has one address.
        PAGE => return None,
        path => path,
    };
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
