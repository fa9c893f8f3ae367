//! Replacements for the words of a certificate.

/// Returns the opposite of a word, such as a color.
pub(super) fn swapped(word: &str) -> Vec<String> {
    let pairs = [("black", "white"), (">=", "<="), ("keep", "swap")];
    let other = pairs.iter().find_map(|&(one, other)| match word {
        _ if word == one => Some(other),
        _ if word == other => Some(one),
        _ => None,
    });
    other.into_iter().map(str::to_owned).collect()
}

/// Returns numbers near a number, and some texts that are no numbers.
pub(super) fn neighbours(number: &str) -> Vec<String> {
    let Ok(value) = number.parse::<i64>() else {
        return Vec::new();
    };
    let mut others: Vec<String> = [value - 1, value + 1, value + 200, -value]
        .iter()
        .map(ToString::to_string)
        .collect();
    others.extend([format!("0{number}"), format!("+{number}"), String::new()]);
    others
}

/// Returns colorings that differ in one point, and some texts that are no colorings.
pub(super) fn colorings(coloring: &str) -> Vec<String> {
    let mut others = Vec::new();
    for at in 0..coloring.len() {
        for symbol in [".", "X", "O"] {
            others.push(format!(
                "{}{symbol}{}",
                &coloring[..at],
                &coloring[at + 1..]
            ));
        }
    }
    others.extend([format!("{coloring}."), coloring[1..].to_owned()]);
    others.push(format!("?{}", &coloring[1..]));
    others
}

/// Returns other children that step `number` might name.
pub(super) fn children(child: &str, number: u64) -> Vec<String> {
    let (step, symmetry) = child.split_once('/').unwrap_or((child, "0"));
    let mut others: Vec<String> = neighbours(step)
        .into_iter()
        .map(|step| format!("{step}/{symmetry}"))
        .collect();
    others.extend([number, number + 1, 0].map(|step| format!("{step}/{symmetry}")));
    others.extend(
        (0..4)
            .chain([u16::MAX])
            .map(|symmetry| format!("{step}/{symmetry}")),
    );
    others
}
