/**
 * Cosines of descriptors. `stranger` is the mean of different people, `self` that of a person's better photographs to
 * their own mean, both on the engineering set. `leastNeeded` lies above every stranger measured there (at most .49).
 * `slack` is taken off the person's least typical selfie against the mean of the others (.74-.92 measured); `colourless`
 * off that again for black-and-white headshots, which score .03-.05 lower than the same face in colour.
 */
export const LIKENESS = {
  stranger: 0.42,
  self: 0.95,
  leastNeeded: 0.6,
  mostNeeded: 0.75,
  slack: 0.06,
  colourless: 0.05,
} as const

/**
 * Limits of a headshot; the frame's from the acceptance metrics of the first trial (48 pictures), widened. High hair puts
 * the eyes lower: .47 under pinned-up braids. A selfie that cuts the hair off gives faces up to .63.
 */
export const PORTRAIT = {
  eyeLine: [0.28, 0.5],
  eyeOffset: 0.08,
  faceShare: [0.26, 0.65],
  rollDeg: 8,
  sharpness: 0.35,
  burntShare: 0.02,
  /**
   * CIEDE2000 between the headshot's skin and the person's. Calibrated: as rendered .3-3.5; code values of blue less 20 %
   * 9, less 10 % 5; all less 20 % 11, more 15 % 7.
   */
  skinDelta: 8,
} as const

/**
 * Eye aspect ratio. Eyes count as closed below `share` of what this person's selfies show when open, so that narrow eyes
 * pass, and never above `mostNeeded`. Calibrated: open .28-.39; one and the same laughing eyes .30 in the selfie and .20
 * in its headshots, other headshots .9 of their selfie; lids painted shut .16-.21. What lies between is let pass.
 */
export const EYES = { share: 0.55, mostNeeded: 0.17 } as const

/**
 * Two headshots are one when the hashes of face and whole picture, of 64 bits each, and the mean CIEDE2000 of their cells
 * all stay within these. Calibrated on nine headshots recompressed, made 8 % brighter, warmer or more contrasted, and
 * cropped by 2 %: at most 6 and 6 bits (one crop 8) and 4.3; different selfies of one person at least 14 and 16 bits.
 */
export const ALIKE = { faceBits: 6, wholeBits: 6, toneDelta: 4.4 } as const
