//! Loads one mission: every placed object resolved into components, with problems and their provenance.
