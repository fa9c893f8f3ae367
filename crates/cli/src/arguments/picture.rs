//! The arguments for a picture: file and form.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use koproof_picture::svg_to_png;
use koproof_store::AtomicFile;

use super::path::unless_stdout;
use crate::exit::{Blame, Exit, refuse};
use crate::meanwhile::waiting;
use crate::unfinished;

/// The default pixels of a PNG for each pixel of the SVG.
const USUAL_SCALE: f32 = 2.0;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureArgs {
    /// Write to this file, NAME.svg or NAME.png; a complete picture replaces an old file; - is SVG on stdout [default: -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Pixels of a PNG for each pixel of the SVG, from 0.1 to 20 [default: 2]
    #[arg(long, value_name = "NUMBER", value_parser = scale)]
    scale: Option<f32>,
}

impl PictureArgs {
    /// The arguments for a picture in a file.
    pub(crate) fn to(path: PathBuf) -> Self {
        Self {
            out: Some(path),
            scale: None,
        }
    }

    /// Returns the file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        unless_stdout(&self.out)
    }

    /// Refuses a file that cannot be written, before any work is done.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let path = self.path();
        let is_png = path.map(is_png).transpose()?.unwrap_or(false);
        if self.scale.is_some() && !is_png {
            refuse!(
                "--scale is for a PNG, and an SVG has no pixels: name a PNG with --out, or leave it out"
            );
        }
        if let Some(path) = path {
            // The temporary file is removed again; the file appears with the picture.
            drop(AtomicFile::create_export(path).bad_input()?);
        }
        Ok(())
    }

    /// Writes a picture of all that was asked for, or, by the exit, of what is known after a stop.
    /// It shows that it goes on, unless it is to be quiet: a large PNG takes seconds.
    pub(crate) fn write(
        &self,
        svg: &str,
        exit: Exit,
        quiet: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let Some(path) = unless_stdout(&self.out) else {
            out.write_all(svg.as_bytes())?;
            unfinished::tell_cut_short("the picture", exit);
            return Ok(());
        };
        let content = match is_png(path)? {
            true => {
                let scale = self.scale.unwrap_or(USUAL_SCALE);
                waiting("drawing", quiet, || svg_to_png(svg, scale)).bad_input()?
            }
            false => svg.as_bytes().to_vec(),
        };
        let mut file = AtomicFile::create_export(path).bad_input()?;
        file.write_all(&content)
            .with_context(|| format!("cannot write {}", path.display()))?;
        unfinished::place(file, path, exit)
    }
}

/// Tells whether a picture is PNG and not SVG, by the name of its file.
fn is_png(path: &Path) -> anyhow::Result<bool> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(false),
        Some("png") => Ok(true),
        _ => refuse!(
            "{}: pictures are SVG or PNG: name it NAME.svg or NAME.png",
            path.display()
        ),
    }
}

/// Reads a scale. For `value_parser`.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=20.0).contains(&scale) => Ok(scale),
        _ => Err(format!(
            "'{text}' is not a scale; write a number from 0.1 to 20"
        )),
    }
}
