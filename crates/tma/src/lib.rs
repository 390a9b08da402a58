//! data.tma: what is placed where; mission.cfg and the other mission texts.
