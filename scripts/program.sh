# shellcheck shell=bash
# What the scripts in Bash share, which source it: how they read their arguments, and whether the programs that they run are there. `script` is
# the name of the script.

# The first lines of the script.
show_help() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
    exit
}

# usage PROBLEM: ends with one line and exit code 2.
usage() {
    printf '%s: %s; see the first lines of the script\n' "$script" "$1" >&2
    exit 2
}

# takes_no_argument "$@": shows the help, or refuses an argument.
takes_no_argument() {
    case ${1-} in
    '') ;;
    -h | --help) show_help ;;
    *)
        printf '%s: no argument %s: it takes none but --help\n' "$script" "$1" >&2
        exit 2
        ;;
    esac
}

# need PROGRAM CURE: ends with one line and exit code 2 if a program is missing or cannot be run.
need() {
    type -P "$1" >/dev/null || {
        printf '%s: cannot run %s: %s\n' "$script" "$1" "$2" >&2
        exit 2
    }
}

# use_koproof PROGRAM: makes KOPROOF the path, in any directory, of this program; without one, of what KOPROOF names, or of koproof.
use_koproof() {
    KOPROOF=${1:-${KOPROOF:-koproof}}
    need "$KOPROOF" "let KOPROOF name the koproof program, such as target/release/koproof"
    KOPROOF=$(realpath -s "$(type -P "$KOPROOF")")
    export KOPROOF
}

# Makes KOPROOF the path, in any directory, of what it names, or of koproof, which it builds then. Sets `version`.
find_koproof() {
    local root
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    if [[ -z ${KOPROOF:-} ]]; then
        need cargo "install Rust, or let KOPROOF name the koproof program"
        printf '%s: building koproof\n' "$script" >&2
        cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p koproof || exit 1
        KOPROOF=${CARGO_TARGET_DIR:-$root/target}/release/koproof
    fi
    use_koproof ""
    version=$("$KOPROOF" --version 2>/dev/null) && [[ $version == "koproof "* ]] || {
        printf '%s: %s --version fails: let KOPROOF name the koproof program, such as target/release/koproof\n' "$script" "$KOPROOF" >&2
        exit 1
    }
}
