use glam::Vec3;

/// An axis-aligned box in metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box around points; `None` without a finite point.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        points
            .into_iter()
            .filter(|point| point.is_finite())
            .map(|point| Self {
                min: point,
                max: point,
            })
            .reduce(Self::union)
    }

    /// The box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The middle.
    pub fn center(&self) -> Vec3 {
        self.min.midpoint(self.max)
    }
}
