//! What the generator makes, made once for all tests.

#[cfg(test)]
mod committed;
#[cfg(test)]
mod made;
#[cfg(test)]
mod resolves;
