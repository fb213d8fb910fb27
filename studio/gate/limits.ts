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
 * The same of the second descriptor. Calibrated on photographs of 11 people: two of one person .90-.99, of two at most .94
 * and .84 in the median; headshots against the mean of their person's other photographs .92-.98, of others at most .93.
 */
export const SECOND_LIKENESS = { leastNeeded: 0.91, mostNeeded: 0.94, slack: 0.02 } as const

/**
 * Limits of a headshot; the frame's from the acceptance metrics of the first trial (48 pictures), widened. High hair puts
 * the eyes lower: .52 under hair that is pinned up. A selfie that cuts the hair off gives faces up to .63.
 */
export const PORTRAIT = {
  eyeLine: [0.28, 0.54],
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
 * Eye aspect ratio. Eyes count as closed below `share` of what this person's selfies show when open, so that narrow
 * eyes pass, and never above `mostNeeded`. Calibrated: open .28-.39; one and the same laughing eyes .30 in the selfie
 * and .20 in its headshots, other headshots .9 of their selfie; lids painted shut .16-.21. Values in between pass.
 */
export const EYES = { share: 0.55, mostNeeded: 0.17 } as const

/**
 * Two headshots are one when the hashes of face and whole picture, of 64 bits each, and the mean CIEDE2000 of their cells
 * all stay within these. Calibrated on nine headshots recompressed, made 8 % brighter, warmer or more contrasted, and
 * cropped by 2 %: at most 6 and 6 bits (one crop 8) and 4.3; different selfies of one person at least 14 and 16 bits.
 */
export const ALIKE = { faceBits: 6, wholeBits: 6, toneDelta: 4.4 } as const

/**
 * Limits for mismatches between person and picture, see `PictureMeasures`. Calibrated on 87 headshots of eight people
 * and on drawn ones; the values that pass stand in brackets.
 */
export const PICTURE = {
  /** Tight selfies end 1.2-1.4 above the edge (.11). */
  floating: 0.3,
  /** Cut by the selfie's frame .65-1.6 (drawn long hair .42, photographs .22). */
  straightSide: 0.53,
  /** Bald heads are straight for .30. */
  straightHair: 0.42,
  /** Cups and microphones -.62 and less (.11: a laugh that shows its teeth; drawn hands before the mouth .00). */
  mouthRed: -0.25,
  /** A drawn stain on a collar .38-.50 (.028: a drawn beard's collar; a narrow pink edge of a white collar .003 is not seen). */
  bleeding: 0.04,
} as const

/**
 * Limits of the gaze, degrees off the camera, and of the mouth, see `measure/mouth.ts`. Calibrated on photographs and
 * drawings: into the camera 0-14, aside 18, away 30. From 13 on the dark pixels between the lids must agree; for eyes
 * to the camera they give 9 at most; eyes turned in their head by 16 look to the camera by 5.5, or less. Smiles are
 * .30 wide with the corners .016-.065 above the lips' middle; open lips without one .22-.27 at -.004 to .007 (a
 * frown, a grimace), speaking and a tongue .50-.56; drawn tongues are .26-1.1 nearer to pink than the chin about
 * them, those over lips that the mesh has nearly closed .53 and more (a red chin under closed lips .33, a laugh .12
 * at most). A frown with closed lips is -.037, .04 under the middle of that person's selfies; a calm mouth with
 * hanging corners is -.034 to -.041 in all of another person's.
 */
export const EXPRESSION = {
  lookDeg: 20,
  bothLookDeg: 11,
  pastDeg: 7.5,
  asideDeg: 16,
  gaping: 0.45,
  apart: 0.2,
  smile: 0.01,
  /** A drawn smile that shows its teeth .9 and more; scowls, speaking and a grimace .02-.52. */
  pleased: 0.8,
  frown: -0.03,
  belowOwn: 0.025,
  tongue: 0.2,
  redChin: 0.4,
} as const

/**
 * ln of how much wider or narrower the face is. Against the very selfie .963-1.019 as rendered, squeezed by 15 % .85-.95 or
 * 1.07-1.14: the mesh takes some of it for perspective. Against other selfies of the person .94-1.08: then as much passes as
 * those differ from one another, and `slack` more, from `own` up to `others`. Of 29 photographs against the person's others, none
 * in profile, 2 fail so, squeezed by 15 % 26, widened 29; with `others` for everybody 0, 22 and 26.
 */
export const STRETCH = { own: 0.045, slack: 0.01, others: 0.08 } as const

/**
 * A picture shows a selfie again when both are framed and surrounded alike, to within `bits` of 64, and the face agrees with that
 * of the selfie by more than `most`, see `printLikeness`; `slack` above how much this person's selfies agree among themselves, and
 * by more than `mostOfTwins` where two of those are nearly one. Calibrated on photographs: cropped, mirrored, recompressed and
 * graded 0-12 bits and .82-1 (finished by the studio 2-30 and .85-.98), two photographs of a person 14 bits and more, .05-.76.
 */
export const COPY = { bits: 12, most: 0.8, slack: 0.05, mostOfTwins: 0.95 } as const

/**
 * `lightness`: L* of the skin beyond the range of all the person's selfies. Calibrated: of 30 photographs against two or more
 * others of the person 3 lie farther out, snapshots in the dark or the sun; lightened by 16 19, by 10 13, darkened by 12 14.
 * `years`: the apparent age beyond the range of the selfies' apparent ages. Calibrated: of 38 photographs the farthest lies 5 years
 * out; with the skin of a person 15 or more years younger 15 of 20 pictures lie more than 7 out, of an older person 7 of 23 (decision 84).
 */
export const GENERATED = { lightness: 8, years: 7, word: 0.7 } as const
