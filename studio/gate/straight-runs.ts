/** A straight piece of an outline. */
export interface StraightRun {
  /** Steps along the outline, in its own unit. */
  length: number
  /** Where the run begins, and its slope: steps across per step along. */
  from: number
  slope: number
}

/** Least steps a run is fitted on. */
const SHORTEST = 8

/**
 * The longest straight piece of an outline given as one value per step (NaN where there is none): every value within
 * `tolerance` of one line whose slope is at most `steepest`.
 */
export function longestStraightRun(
  values: Float32Array,
  { tolerance, steepest }: { tolerance: number; steepest: number },
): StraightRun {
  let best: StraightRun = { length: 0, from: 0, slope: 0 }
  for (let from = 0; from + SHORTEST <= values.length; from++) {
    const start = values[from] ?? NaN
    if (Number.isNaN(start)) continue
    // The cone of slopes from the first value that pass all later ones within the tolerance.
    let [low, high] = [-steepest, steepest]
    let to = from + 1
    for (; to < values.length; to++) {
      const value = values[to] ?? NaN
      if (Number.isNaN(value)) break
      const steps = to - from
      const [least, most] = [(value - tolerance - start) / steps, (value + tolerance - start) / steps]
      if (least > high || most < low) break
      low = Math.max(low, least)
      high = Math.min(high, most)
    }
    if (to - from > best.length) best = { length: to - from, from, slope: (low + high) / 2 }
  }
  return best.length >= SHORTEST ? best : { length: 0, from: 0, slope: 0 }
}
