//! Texm images: pixel formats, mips and page rectangles.
