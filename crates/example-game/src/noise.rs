//! Seeded noise that is the same on every machine: integer hashing and plain IEEE arithmetic, no platform maths.

/// Mixes lattice coordinates and a seed into 32 well-spread bits.
pub(crate) fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = (x as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((y as u32).wrapping_mul(0x85EB_CA77))
        .wrapping_add(seed.wrapping_mul(0xC2B2_AE3D));
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

/// A hash as a number in `0..1`.
pub(crate) fn unit(x: i32, y: i32, seed: u32) -> f64 {
    f64::from(hash(x, y, seed)) / 4_294_967_296.0
}

/// A small sequence generator.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    seed: u32,
    step: i32,
}

impl Random {
    /// Starts the sequence of `seed`.
    pub(crate) fn new(seed: u32) -> Self {
        Self { seed, step: 0 }
    }

    /// The next number in `0..1`.
    pub(crate) fn next(&mut self) -> f64 {
        self.step = self.step.wrapping_add(1);
        unit(self.step, 7919, self.seed)
    }

    /// The next number in `low..high`.
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

/// Smooth step from 0 at `low` to 1 at `high`.
pub(crate) fn smooth(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Linear blend.
pub(crate) fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// Value noise over the unit square, `0..1`, that repeats after 1 in both directions; `cells` lattice cells a side.
pub(crate) fn value(u: f64, v: f64, cells: i32, seed: u32) -> f64 {
    value2(u, v, cells, cells, seed)
}

/// [`value`] with its own number of cells across and down.
pub(crate) fn value2(u: f64, v: f64, across: i32, down: i32, seed: u32) -> f64 {
    let (x, y) = (u * f64::from(across), v * f64::from(down));
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let (tx, ty) = (x - fx, y - fy);
    let (sx, sy) = (
        tx * tx * tx * (tx * (tx * 6.0 - 15.0) + 10.0),
        ty * ty * ty * (ty * (ty * 6.0 - 15.0) + 10.0),
    );
    let at = |dx: i32, dy: i32| {
        unit(
            (ix + dx).rem_euclid(across),
            (iy + dy).rem_euclid(down),
            seed,
        )
    };
    mix(mix(at(0, 0), at(1, 0), sx), mix(at(0, 1), at(1, 1), sx), sy)
}

/// Several octaves of [`value`], `0..1` with mean one half.
pub(crate) fn fbm(u: f64, v: f64, cells: i32, octaves: u32, seed: u32) -> f64 {
    fbm2(u, v, cells, cells, octaves, seed)
}

/// [`fbm`] with its own number of cells across and down.
pub(crate) fn fbm2(u: f64, v: f64, across: i32, down: i32, octaves: u32, seed: u32) -> f64 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    for octave in 0..octaves {
        let scale = 1_i32 << octave;
        sum += weight
            * value2(
                u,
                v,
                across * scale,
                down * scale,
                seed.wrapping_add(octave),
            );
        total += weight;
        weight *= 0.55;
    }
    sum / total
}

/// What [`cells`] found at a point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    /// Distance to the nearest feature point, in cells.
    pub(crate) near: f64,
    /// Distance to the second nearest.
    pub(crate) second: f64,
    /// A number in `0..1` that belongs to the nearest point.
    pub(crate) id: f64,
}

/// Cellular noise that repeats after 1: one jittered point in each of `count` x `count` cells.
pub(crate) fn cells(u: f64, v: f64, count: i32, seed: u32) -> Cell {
    let (x, y) = (u * f64::from(count), v * f64::from(count));
    let (ix, iy) = (x.floor() as i32, y.floor() as i32);
    let mut found = Cell {
        near: 9.0,
        second: 9.0,
        id: 0.0,
    };
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (cx, cy) = (ix + dx, iy + dy);
            let (wx, wy) = (cx.rem_euclid(count), cy.rem_euclid(count));
            let px = f64::from(cx) + unit(wx, wy, seed);
            let py = f64::from(cy) + unit(wx, wy, seed ^ 0x51F1);
            let distance = ((px - x) * (px - x) + (py - y) * (py - y)).sqrt();
            if distance < found.near {
                found.second = found.near;
                found.near = distance;
                found.id = unit(wx, wy, seed ^ 0xA11);
            } else if distance < found.second {
                found.second = distance;
            }
        }
    }
    found
}
