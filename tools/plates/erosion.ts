import { createRandom } from '#studio/scene/noise.ts'

/** A stretch of ground from above: rows from the front to the back, heights in units of a cell. */
export interface Ground {
  width: number
  rows: number
  heights: Float32Array
  /** Cells whose water runs through each, itself included. */
  basin: Float32Array
}

/** How a ground rises, in cells. */
export interface Uplift {
  width: number
  rows: number
  seed: number
  /** Row of the valley before the range, where the ground ends. */
  front: (column: number) => number
  /** Height of the valley behind the range (the last row), relative to the valley in front. */
  back: number
  /** How steep the ground becomes, 1 usual. */
  rise: (column: number) => number
}

/** Rise over run where one cell's water runs, how much less where more does, the most that lies still and that stands. */
const STEEPNESS = 6
const CONCAVITY = 0.45
const TALUS = 1.25
const CLIFF = 1.5
/** How often water runs on each grid, the widest cells first; those are eight times as wide as the last. */
const ROUNDS = [30, 10, 6, 3] as const

/**
 * Ground in balance between its uplift and the rivers that erode it (stream power law): the more water, the less
 * steep, and ridges stand where basins meet. Wide cells first: their rivers are the valleys of the finer.
 */
export function erode(uplift: Uplift): Ground {
  let ground: Ground | null = null
  for (const [k, rounds] of ROUNDS.entries()) {
    const cell = 2 ** (ROUNDS.length - 1 - k)
    const { next, hardness } = sow(uplift, cell, ground)
    for (let round = 0; round < rounds; round++) wear(next, hardness, cell)
    topple(next)
    ground = next
  }
  if (!ground) throw new RangeError('no grid')
  return ground
}

/** A grid before the rain, between its valleys: a slope, or the ground that wider cells came to. Outlets have no hardness. */
function sow({ seed, front, back, rise, ...size }: Uplift, cell: number, coarse: Ground | null) {
  const random = createRandom(seed + cell)
  const width = Math.ceil(size.width / cell) + 1
  const rows = Math.ceil(size.rows / cell) + 1
  const heights = new Float32Array(width * rows)
  const hardness = new Float32Array(width * rows)
  for (let i = 0; i < heights.length; i++) {
    const [column, row] = [i % width, Math.floor(i / width)]
    const away = row - front(column * cell) / cell
    if (away > 0 && row < rows - 1) {
      hardness[i] = rise(column * cell) * (0.9 + 0.2 * random())
      heights[i] = coarse
        ? 2 * heightAt(coarse, column / 2, row / 2) + 0.2 * random()
        : Math.min(0.6 * away, back / cell + 0.6 * (rows - 1 - row)) + 0.5 * random()
    } else heights[i] = away > 0 ? back / cell : 0
  }
  return { next: { width, rows, heights, basin: new Float32Array(width * rows) }, hardness }
}

function heightAt({ width, rows, heights }: Ground, x: number, y: number): number {
  const left = Math.min(width - 2, Math.floor(x))
  const near = Math.min(rows - 2, Math.floor(y))
  const at = (column: number, row: number) => heights[row * width + column] ?? 0
  const across = x - left
  const first = at(left, near) * (1 - across) + at(left + 1, near) * across
  const second = at(left, near + 1) * (1 - across) + at(left + 1, near + 1) * across
  return first + (second - first) * (y - near)
}

interface Neighbour {
  to: number
  away: number
}

function neighbours({ width, rows }: Ground, i: number): Neighbour[] {
  const [column, row] = [i % width, Math.floor(i / width)]
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1]
      .filter(
        (dx) => (dx || dy) && column + dx >= 0 && column + dx < width && row + dy >= 0 && row + dy < rows,
      )
      .map((dx) => ({ to: i + dy * width + dx, away: Math.hypot(dx, dy) })),
  )
}

/** Water runs down the steepest way and wears each cell to the slope that its amount allows; hollows fill. */
function wear(ground: Ground, hardness: Float32Array, cell: number): void {
  const { heights, basin } = ground
  const down = Array.from(heights, (height, i): Neighbour => {
    const fall = ({ to, away }: Neighbour) => (height - (heights[to] ?? 0)) / away
    const best = neighbours(ground, i).reduce((one, other) => (fall(other) > fall(one) ? other : one))
    return hardness[i] && fall(best) > 0 ? best : { to: i, away: 0 }
  })
  const order = Uint32Array.from(heights, (_, i) => i).sort((p, q) => (heights[p] ?? 0) - (heights[q] ?? 0))
  basin.fill(1)
  for (const i of order.toReversed()) {
    const to = down[i]?.to ?? i
    if (to !== i) basin[to] = (basin[to] ?? 0) + (basin[i] ?? 0)
  }
  for (const i of order) {
    const { to, away } = down[i] ?? { to: i, away: 0 }
    const slope = Math.min(TALUS, STEEPNESS * (cell * cell * (basin[i] ?? 1)) ** -CONCAVITY)
    if (away) heights[i] = (heights[to] ?? 0) + (hardness[i] ?? 1) * slope * away
    else if (hardness[i]) heights[i] = (heights[i] ?? 0) + 1
  }
}

/**
 * Ground steeper than rock can stand collapses; this happens where rivers of two sides have not found their divide.
 */
function topple(ground: Ground): void {
  const { heights } = ground
  const order = Uint32Array.from(heights, (_, i) => i).sort((p, q) => (heights[p] ?? 0) - (heights[q] ?? 0))
  for (const i of order)
    for (const { to, away } of neighbours(ground, i))
      heights[to] = Math.min(heights[to] ?? 0, (heights[i] ?? 0) + CLIFF * away)
}
