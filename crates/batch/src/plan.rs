//! Plans: the units of a batch.

mod error;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use koproof_rules::text::shortened;
use koproof_rules::{Board, Preset, Ruleset};
use koproof_store::{FileLock, StoreError, make_directory, read_regular, write_atomically};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::boards::MAX_POINTS;
use crate::canonical::CanonicalBoard;
use crate::digest::sha256;
use crate::results::UNITS;
use crate::spread::spread;
use crate::task::Task;
use crate::unit::Unit;
use error::damaged;

pub use error::PlanError;

/// The file with the settings.
const SETTINGS: &str = "batch.json";
/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The file of a batch that lists its boards.
const BOARDS: &str = "boards.jsonl";
/// The largest file of a plan: millions of boards.
const MAX_BYTES: u64 = 1 << 30;
/// The longest time to wait for another process that writes its plan into the same directory.
const WAIT: Duration = Duration::from_secs(60);

/// The question that is asked about every board: a task, rules and a budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The version of this crate.
    pub version: String,
    /// The task.
    pub task: Task,
    /// The names of the presets, in the order given.
    pub rules: Vec<String>,
    /// The node budget of each unit.
    pub nodes: u64,
}

/// A board as given, and its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Points of the board.
    pub points: usize,
    /// Edges of the board.
    pub edges: usize,
    /// The canonical form in graph6.
    pub canonical: String,
    /// The board's name.
    pub name: String,
    /// The board as given, in graph6.
    pub graph6: String,
    /// The number of each point of the given board in the canonical form.
    pub mapping: Vec<usize>,
}

/// All units of a batch, in an order that depends only on the boards and the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    settings: Settings,
    /// The boards, ordered by points, edges, canonical form and name.
    sources: Vec<Source>,
}

/// The settings as they are stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    settings: Settings,
    boards: usize,
    units: usize,
    /// The checksum of the file of boards.
    boards_sha256: String,
}

impl Stored {
    fn read(directory: &Path) -> Result<Self, PlanError> {
        let path = directory.join(SETTINGS);
        let bytes = read_regular(&path, MAX_BYTES)?;
        serde_json::from_slice(&bytes).map_err(|error| {
            // Another version may hold anything else.
            let stored: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            match stored["settings"]["version"].as_str() {
                Some(version) if version != VERSION => PlanError::Version {
                    path,
                    version: version.to_owned(),
                },
                _ => damaged(&path, error.to_string()),
            }
        })
    }
}

impl Plan {
    /// Makes a plan for these boards, rules and task. Isomorphic boards share their units.
    ///
    /// # Errors
    /// If there is no board or one of more than 64 points, a preset is unknown, there are none or fewer than two to compare,
    /// or `nodes` is 0 or above [`i64::MAX`].
    pub fn new(
        boards: &[Board],
        rules: &[impl AsRef<str>],
        task: Task,
        nodes: u64,
    ) -> Result<Self, PlanError> {
        let settings = Settings::new(rules, task, nodes)?;
        if boards.is_empty() {
            return Err(PlanError::Nothing);
        }
        if let Some(large) = boards.iter().find(|board| board.points() > MAX_POINTS) {
            return Err(PlanError::TooManyPoints {
                name: shortened(large.name()),
                points: large.points(),
            });
        }
        let mut sources = spread(boards, Source::new);
        sources.sort();
        sources.dedup();
        Ok(Self { settings, sources })
    }

    /// Returns what is asked about every board.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Iterates over the boards as given, in groups of isomorphic ones.
    pub fn classes(&self) -> impl Iterator<Item = &[Source]> {
        self.sources
            .chunk_by(|one, other| one.canonical == other.canonical)
    }

    /// Names a unit for readers: the first given name of its board, and the rules.
    #[must_use]
    pub fn describe(&self, unit: &Unit) -> String {
        let mut classes = self.classes();
        let class = classes.find(|class| class[0].canonical == unit.graph6);
        let board = class.map_or(&unit.graph6, |class| &class[0].name);
        format!("{board} under {}", unit.rules.join(","))
    }

    /// Lists the units in their order.
    #[must_use]
    pub fn units(&self) -> Vec<Unit> {
        let rules = self.rules();
        self.classes()
            .flat_map(|class| rules.iter().map(|rules| self.unit(&class[0], rules)))
            .collect()
    }

    /// Returns the rule sets of each unit of a board.
    fn rules(&self) -> Vec<Vec<String>> {
        let names = &self.settings.rules;
        match self.settings.task {
            Task::Compare => (1..names.len())
                .flat_map(|other| (0..other).map(move |one| (one, other)))
                .map(|(one, other)| vec![names[one].clone(), names[other].clone()])
                .collect(),
            _ => names.iter().map(|name| vec![name.clone()]).collect(),
        }
    }

    fn unit(&self, source: &Source, rules: &[String]) -> Unit {
        Unit {
            version: self.settings.version.clone(),
            graph6: source.canonical.clone(),
            rules: rules.to_vec(),
            task: self.settings.task,
            nodes: self.settings.nodes,
        }
    }

    /// Writes the plan into a directory, which is created if it is missing. A directory with the same plan does not
    /// change. The same plan is written again if it is damaged; results stay, because each contains its question.
    ///
    /// # Errors
    /// If another plan or another list of boards is there, the list is too long, or nothing can be written.
    pub fn save(&self, directory: &Path) -> Result<(), PlanError> {
        match self.check(directory) {
            Err(PlanError::None(_) | PlanError::Damaged { .. }) => {}
            settled => return settled,
        }
        let lines = self.lines();
        if lines.len() as u64 > MAX_BYTES {
            return Err(PlanError::TooLong(self.sources.len()));
        }
        make_directory(directory)?;
        let _lock = lock(directory)?;
        // Another process may have written its plan before the lock was free.
        match self.check(directory) {
            Err(PlanError::None(_) | PlanError::Damaged { .. }) => {
                self.check_remains(directory, &lines)?;
            }
            settled => return settled,
        }
        self.write(directory, &lines)
    }

    /// Checks that what is left of a damaged plan was this one: its boards, or its settings, which have the checksum of
    /// the boards, or at least results.
    fn check_remains(&self, directory: &Path, lines: &[u8]) -> Result<(), PlanError> {
        let [path, settings] = [BOARDS, SETTINGS].map(|name| directory.join(name));
        let is_there = path.exists();
        if is_there && read_regular(&path, MAX_BYTES)? == lines {
            return Ok(());
        }
        match Stored::read(directory) {
            Ok(stored) if stored.settings != self.settings => Err(PlanError::Other {
                directory: directory.to_owned(),
                difference: "with other settings and damaged boards".to_owned(),
            }),
            Ok(stored) if stored.boards_sha256 != sha256(lines) => Err(PlanError::Other {
                directory: directory.to_owned(),
                difference: "with other boards, which are damaged".to_owned(),
            }),
            Err(_) if is_there => Err(PlanError::Foreign(path)),
            Err(_) if settings.exists() && !directory.join(UNITS).exists() => {
                Err(PlanError::NoPlan(settings))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a directory holds this plan.
    ///
    /// # Errors
    /// If it holds none, another or a damaged one.
    pub(crate) fn check(&self, directory: &Path) -> Result<(), PlanError> {
        match Self::load(directory)? {
            there if there == *self => Ok(()),
            there => Err(PlanError::Other {
                directory: directory.to_owned(),
                difference: self.difference(&there),
            }),
        }
    }

    /// Returns the content of the list of boards.
    fn lines(&self) -> Vec<u8> {
        let mut lines = Vec::new();
        for source in &self.sources {
            serde_json::to_writer(&mut lines, source).expect("it holds texts and numbers");
            lines.push(b'\n');
        }
        lines
    }

    fn write(&self, directory: &Path, lines: &[u8]) -> Result<(), PlanError> {
        write_atomically(directory.join(BOARDS), lines)?;
        let stored = Stored {
            settings: self.settings.clone(),
            boards: self.sources.len(),
            units: self.classes().count() * self.rules().len(),
            boards_sha256: sha256(lines),
        };
        let mut text = serde_json::to_string_pretty(&stored).expect("it holds texts and numbers");
        text.push('\n');
        // The settings come last, because they make the directory that of a batch.
        write_atomically(directory.join(SETTINGS), text.as_bytes())?;
        Ok(())
    }

    /// Reads the plan that a directory holds.
    ///
    /// # Errors
    /// If there is none, or it cannot be read, or it is damaged.
    pub fn load(directory: &Path) -> Result<Self, PlanError> {
        let stored = Stored::read(directory).map_err(|why| match why {
            PlanError::Store(why) if why.is_missing() => PlanError::None(directory.to_owned()),
            why => why,
        })?;
        let path = directory.join(BOARDS);
        let lines = read_regular(&path, MAX_BYTES).map_err(|why| match why.is_missing() {
            true => damaged(&path, "it is missing"),
            false => why.into(),
        })?;
        if sha256(&lines) != stored.boards_sha256 {
            return Err(damaged(&path, "its checksum is another"));
        }
        let settings = stored.settings;
        let sound = Settings::new(&settings.rules, settings.task, settings.nodes);
        if !sound.is_ok_and(|sound| sound.rules == settings.rules) {
            let problem = "its rules or its node limit are impossible";
            return Err(damaged(&directory.join(SETTINGS), problem));
        }
        let sources = lines
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(serde_json::from_slice)
            .collect::<Result<_, _>>()
            .map_err(|error| damaged(&path, error.to_string()))?;
        Ok(Self { settings, sources })
    }

    /// Returns the version that planned the batch, if it is another one. Its results do not mix with those of this one.
    #[must_use]
    pub fn other_version(&self) -> Option<&str> {
        Some(self.settings.version.as_str()).filter(|&version| version != VERSION)
    }

    /// Describes the difference of two plans in a few words.
    #[must_use]
    pub fn difference(&self, other: &Self) -> String {
        let (one, two) = (&self.settings, &other.settings);
        if one.version != two.version {
            format!("version {}, not {}", two.version, one.version)
        } else if one.task != two.task {
            format!("{}, not {}", two.task, one.task)
        } else if one.rules != two.rules {
            format!("rules {}, not {}", two.rules.join(","), one.rules.join(","))
        } else if one.nodes != two.nodes {
            format!("{} nodes a unit, not {}", two.nodes, one.nodes)
        } else {
            let [here, there] = [self, other].map(|plan| plan.sources.len());
            let mut pairs = self.sources.iter().zip(&other.sources);
            match pairs.find(|(here, there)| here != there) {
                Some((here, there)) => format!("board {}, not {}", there.name, here.name),
                None => format!("{there} boards, not {here}"),
            }
        }
    }
}

/// Takes the lock under which a plan is written.
fn lock(directory: &Path) -> Result<FileLock, StoreError> {
    let end = Instant::now() + WAIT;
    loop {
        match FileLock::beside(directory.join(SETTINGS)) {
            Err(StoreError::InUse { .. }) if Instant::now() < end => {
                sleep(Duration::from_millis(50));
            }
            lock => return lock,
        }
    }
}

impl Settings {
    /// Makes settings with the names by which the rule sets are known, each once.
    fn new(rules: &[impl AsRef<str>], task: Task, nodes: u64) -> Result<Self, PlanError> {
        let mut names: Vec<String> = Vec::new();
        for name in rules.iter().map(AsRef::as_ref) {
            name.parse::<Ruleset>()?;
            let name = Preset::named(name).map_or(name, |preset| preset.name);
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        if names.is_empty() || nodes == 0 {
            return Err(PlanError::Nothing);
        }
        if i64::try_from(nodes).is_err() {
            return Err(PlanError::Nodes(nodes));
        }
        if task == Task::Compare && names.len() < 2 {
            return Err(PlanError::Comparison(names.len()));
        }
        Ok(Self {
            version: VERSION.to_owned(),
            task,
            rules: names,
            nodes,
        })
    }
}

impl Source {
    fn new(board: &Board) -> Self {
        let canonical = CanonicalBoard::of(board);
        Self {
            points: board.points(),
            edges: board.edges().len(),
            canonical: canonical.graph6().to_owned(),
            name: board.name().to_owned(),
            graph6: board.to_graph6(),
            mapping: canonical.points().to_vec(),
        }
    }
}
