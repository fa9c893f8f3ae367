//! The binary form: the wire types in the project's checked container.

use std::io::{Read, Write};

use koproof_rules::Scoring;
use koproof_store::{ContainerReader, ContainerWriter, Kind, Layout};

use super::shape::Shape;
use super::wire::{WireHeader, WireItem, WireScoring};
use super::{CertificateError, Header, Item, Place, Problem};

/// The kind of container for version 1, which is for area scoring.
pub(super) const KIND: Kind = Kind::new(*b"KPCERT\r\n", "certificate", 1);
/// The kind of container for version 2, whose header names the scoring.
pub(super) const KIND_SCORED: Kind =
    Kind::new(KIND.magic(), "certificate", 2).also_reads(KIND.version());

pub(super) struct BinaryReader<R: Read> {
    container: ContainerReader<R>,
    shape: Shape,
    items: u64,
    steps: u64,
}

impl<R: Read> BinaryReader<R> {
    /// Opens a certificate of this version, or refuses one of another version.
    pub(super) fn open(input: R, version: u16) -> Result<(Header, Self), CertificateError> {
        let in_header = |problem: Problem| problem.at(Place::Header);
        let (header, container) = if version == KIND.version() {
            let (header, container) = ContainerReader::open::<WireHeader<()>>(input, KIND)?;
            (header.header(Scoring::Area), container)
        } else {
            let opened = ContainerReader::open::<WireHeader<WireScoring>>(input, KIND_SCORED);
            let (header, container) = opened?;
            (header.header(Scoring::Territory), container)
        };
        let header = header.map_err(in_header)?;
        let shape = Shape::of(&header).map_err(in_header)?;
        let reader = Self {
            container,
            shape,
            items: 0,
            steps: 0,
        };
        Ok((header, reader))
    }

    /// Returns the next item, or `None` after the end if the whole file is valid.
    pub(super) fn next(&mut self) -> Result<Option<Item>, CertificateError> {
        let place = Place::Item(self.items);
        let read = self.container.read_value::<WireItem>()?;
        let item = read
            .ok_or(Problem::Truncated)
            .and_then(|item| item.item(self.steps))
            .map_err(|problem| problem.at(place))?;
        match item {
            Ok(item) => {
                self.shape
                    .item(&item)
                    .map_err(|problem| problem.at(place))?;
                self.items += 1;
                self.steps += u64::from(matches!(item, Item::Step(_)));
                Ok(Some(item))
            }
            Err(stated) => {
                self.end(stated).map_err(|problem| problem.at(place))?;
                match self.container.next_block()? {
                    None => Ok(None),
                    Some(_) => Err(Problem::TrailingBytes.at(place)),
                }
            }
        }
    }

    fn end(&self, stated: u64) -> Result<(), Problem> {
        if stated == self.steps {
            return Ok(());
        }
        Err(Problem::StepCount {
            stated,
            found: self.steps,
        })
    }
}

pub(super) struct BinaryWriter<W: Write> {
    container: ContainerWriter<W>,
}

impl<W: Write> BinaryWriter<W> {
    pub(super) fn new(
        output: W,
        header: &Header,
        compressed: bool,
    ) -> Result<Self, CertificateError> {
        let layout = if compressed {
            Layout::deflate()
        } else {
            Layout::plain()
        };
        let container = match header.scoring {
            Scoring::Area | Scoring::Taylor => {
                ContainerWriter::new(output, KIND, layout, &WireHeader::of(header, ()))
            }
            Scoring::Territory => {
                let header = WireHeader::of(header, WireScoring::Territory);
                ContainerWriter::new(output, KIND_SCORED, layout, &header)
            }
        }?;
        Ok(Self { container })
    }

    /// Writes an item; `steps` is the number of steps before it.
    pub(super) fn item(
        &mut self,
        item: &Item,
        steps: u64,
        place: Place,
    ) -> Result<(), CertificateError> {
        let item = WireItem::of(item, steps).map_err(|problem| problem.at(place))?;
        Ok(self.container.write_value(&item)?)
    }

    pub(super) fn finish(mut self, steps: u64) -> Result<W, CertificateError> {
        self.container.write_value(&WireItem::End { steps })?;
        Ok(self.container.finish()?)
    }
}
