//! `koproof batch`: many boards at once, or one board on many machines.

mod answer;
mod lead;
mod merge;
mod remedies;
mod run;
mod status;
mod work;

use remedies::{directory_error, jobs_error};

commands! {
    enum Command {
        /// Solve many boards, on one machine or many; an interrupted run resumes
        Run(run::Args),
        /// Show the progress of a batch or a leader, and the work of each process
        Status(status::Args),
        /// Solve one hard board with many workers, none of which has to be trusted
        Lead(lead::Args),
        /// Work for the leader of a directory, as one of any number of workers
        Work(work::Args),
        /// Merge the results of one directory or many into CSV, JSON Lines or Parquet
        Merge(merge::Args),
    }
}
