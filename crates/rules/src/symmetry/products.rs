//! Products of the symmetries of a board.

use std::collections::HashMap;

use crate::points::Point;

/// Multiplies permutations that form a group and fix the first `fixed` points. The list of `b` has the number of the
/// product "first `b`, then `a`" for each `a`.
///
/// The images are compared for a few generators only. If `b` is "first `g`, then `c`" with a generator `g`, its list
/// follows from those of `c` and `g`.
pub(super) fn columns(automorphisms: &[Vec<Point>], fixed: usize) -> Vec<Vec<usize>> {
    let numbered = automorphisms.iter().enumerate();
    let number_of: HashMap<&[Point], usize> = numbered
        .map(|(number, images)| (&images[fixed..], number))
        .collect();
    let compare = |inner: &[Point]| -> Vec<usize> {
        let product = |outer: &Vec<Point>| {
            let moved = inner[fixed..].iter();
            let product: Vec<Point> = moved.map(|&via| outer[via.index()]).collect();
            let number = number_of.get(product.as_slice());
            *number.expect("symmetries that fix a set of points form a group")
        };
        automorphisms.iter().map(product).collect()
    };
    let mut columns: Vec<Option<Vec<usize>>> = vec![None; automorphisms.len()];
    let (mut generators, mut known) = (Vec::new(), Vec::new());
    while let Some(new) = columns.iter().position(Option::is_none) {
        columns[new] = Some(compare(&automorphisms[new]));
        generators.push(new);
        known.push(new);
        let mut next = 0;
        while next < known.len() {
            let c = known[next];
            for &g in &generators {
                let [of_c, of_g] = [c, g].map(|b| columns[b].as_ref().expect("it is known"));
                let b = of_g[c];
                if columns[b].is_none() {
                    let column = of_c.iter().map(|&after_c| of_g[after_c]).collect();
                    columns[b] = Some(column);
                    known.push(b);
                }
            }
            next += 1;
        }
    }
    columns.into_iter().flatten().collect()
}
