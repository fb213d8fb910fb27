import { eyeLine, faceHeight } from '#studio/person/landmarks.ts'

export interface Framing {
  /** Eye line from the top, share of the height. */
  eyeLine: number
  /** Middle of the eyes from the vertical axis, share of the width; positive to the right. */
  eyeOffset: number
  /** Forehead to chin, share of the height. */
  faceShare: number
  /** Clockwise positive. */
  rollDeg: number
}

/** The face's place in the picture; `mesh` in its pixels. */
export function measureFraming(mesh: Float32Array, width: number, height: number): Framing {
  const { middle, rollDeg } = eyeLine(mesh)
  return {
    eyeLine: middle.y / height,
    eyeOffset: middle.x / width - 0.5,
    faceShare: faceHeight(mesh) / height,
    rollDeg,
  }
}
