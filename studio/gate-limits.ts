/**
 * Cosines of descriptors. `stranger` is the mean of different people, `self` that of a person's better photographs to
 * their own mean, both on the engineering set. `leastNeeded` lies above every stranger measured there (at most .49).
 */
export const LIKENESS = {
  stranger: 0.42,
  self: 0.95,
  leastNeeded: 0.6,
  mostNeeded: 0.75,
  slack: 0.12,
} as const

/** Limits of a headshot; the frame's from the acceptance metrics of the first trial (48 pictures), widened where noted. */
export const PORTRAIT = {
  eyeLine: [0.28, 0.46],
  eyeOffset: 0.08,
  faceShare: [0.26, 0.6],
  rollDeg: 8,
  sharpness: 0.35,
  eyeAspect: 0.14,
  burntShare: 0.02,
} as const
