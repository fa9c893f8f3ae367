# shellcheck shell=bash
# What the scripts in Bash share, which source it: whether the programs that they run are there. `script` is the name of the script.

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
    need "$KOPROOF" "name the koproof program, such as target/release/koproof, or let KOPROOF name it"
    KOPROOF=$(realpath "$(type -P "$KOPROOF")")
    export KOPROOF
}

# Builds koproof, unless KOPROOF names it, and makes KOPROOF its path in any directory. Sets `version`.
find_koproof() {
    local root
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    if [[ -n ${KOPROOF:-} ]]; then
        need "$KOPROOF" "let KOPROOF name the koproof program, such as target/release/koproof"
        KOPROOF=$(type -P "$KOPROOF")
    else
        need cargo "install Rust, or let KOPROOF name the koproof program"
        printf '%s: building koproof\n' "$script" >&2
        cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p koproof || exit 1
        KOPROOF=${CARGO_TARGET_DIR:-$root/target}/release/koproof
    fi
    KOPROOF=$(cd "$(dirname "$KOPROOF")" && pwd)/$(basename "$KOPROOF")
    export KOPROOF
    version=$("$KOPROOF" --version 2>/dev/null) && [[ $version == "koproof "* ]] || {
        printf '%s: %s --version fails: let KOPROOF name the koproof program, such as target/release/koproof\n' "$script" "$KOPROOF" >&2
        exit 1
    }
}
