import { createRandom } from './noise.ts'

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
  /** Height of the valley behind it, which is the last row, over that before. */
  back: number
  /** How steep the ground becomes, 1 usual. */
  rise: (column: number) => number
}

/** Rise over run where one cell's water runs, how much less where more does, and the most at which ground lies still. */
const STEEPNESS = 6
const CONCAVITY = 0.45
const TALUS = 1.25
/** Steepest that rock stands. */
export const CLIFF = 1.5
/** How much one cell's rock is harder than another's. */
const HARDNESS = 0.2
/** Rise over run and roughness to begin with. */
const SLOPE = 0.6
const ROUGH = 0.5
/** Roughness that a finer grid adds, and how often water runs on each grid; the last has cells eight times as wide. */
const FINER = 0.2
const ROUNDS = [3, 6, 10, 30] as const

const AROUND = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy, far: Math.hypot(dx, dy) })))
const NEIGHBOURS = AROUND.filter(({ far }) => far > 0)

/**
 * Ground in balance between its rise and the rivers that wear it down (stream power law): the more water, the less
 * steep, and ridges stand where basins meet. Wide cells first: their rivers are the valleys of the finer.
 */
export function erode(uplift: Uplift, level = 0): Ground {
  const grid = level + 1 < ROUNDS.length ? refine(uplift, level) : sow(uplift, level)
  const { ground, outlet, hardness } = grid
  const cell = 2 ** level
  for (let round = 0; round < (ROUNDS[level] ?? 0); round++) {
    const receiver = drain(ground, outlet)
    const order = downstreamFirst(receiver)
    gather(ground, receiver, order)
    for (const i of order) {
      const to = receiver[i] ?? i
      // A hollow fills until it overflows.
      if (to === i) ground.heights[i] = (ground.heights[i] ?? 0) + (outlet[i] ? 0 : 1)
      else {
        const far = Math.abs(to - i) === 1 || Math.abs(to - i) === ground.width ? 1 : Math.SQRT2
        const worn = STEEPNESS * (cell * cell * (ground.basin[i] ?? 1)) ** -CONCAVITY
        ground.heights[i] = (ground.heights[to] ?? 0) + (hardness[i] ?? 1) * Math.min(TALUS, worn) * far
      }
    }
  }
  topple(ground)
  return ground
}

/** A grid before the rain. */
interface Grid {
  ground: Ground
  /** Where water leaves the grid. */
  outlet: Uint8Array
  hardness: Float32Array
}

/** Both valleys and, between them, what `height` says, a little rough. */
function createGrid(
  uplift: Uplift,
  level: number,
  rough: number,
  height: (column: number, toFront: number, toBack: number, row: number) => number,
): Grid {
  const cell = 2 ** level
  const random = createRandom((uplift.seed + level) >>> 0)
  const width = Math.ceil(uplift.width / cell) + 1
  const rows = Math.ceil(uplift.rows / cell) + 1
  const size = width * rows
  const heights = new Float32Array(size)
  const outlet = new Uint8Array(size)
  const hardness = new Float32Array(size)
  for (let column = 0; column < width; column++) {
    const front = uplift.front(column * cell) / cell
    const rise = uplift.rise(column * cell)
    for (let row = 0; row < rows; row++) {
      const i = row * width + column
      hardness[i] = rise * (1 + HARDNESS * (random() - 0.5))
      if (row > front && row < rows - 1) {
        heights[i] = height(column, row - front, rows - 1 - row, row) + rough * random()
      } else {
        outlet[i] = 1
        heights[i] = row > front ? uplift.back / cell : 0
      }
    }
  }
  return { ground: { width, rows, heights, basin: new Float32Array(size) }, outlet, hardness }
}

function sow(uplift: Uplift, level: number): Grid {
  const back = uplift.back / 2 ** level
  return createGrid(uplift, level, ROUGH, (column, toFront, toBack) =>
    Math.min(SLOPE * toFront, back + SLOPE * toBack),
  )
}

/** The ground that wider cells came to, in cells half as wide. */
function refine(uplift: Uplift, level: number): Grid {
  const coarser = erode(uplift, level + 1)
  return createGrid(
    uplift,
    level,
    FINER,
    (column, _toFront, _toBack, row) => 2 * heightAt(coarser, column / 2, row / 2),
  )
}

function heightAt({ width, rows, heights }: Ground, x: number, y: number): number {
  const left = Math.min(width - 2, Math.floor(x))
  const near = Math.min(rows - 2, Math.floor(y))
  const i = near * width + left
  const across = x - left
  const first = (heights[i] ?? 0) * (1 - across) + (heights[i + 1] ?? 0) * across
  const second = (heights[i + width] ?? 0) * (1 - across) + (heights[i + width + 1] ?? 0) * across
  return first + (second - first) * (y - near)
}

/** The neighbour that each cell's water runs to: down the steepest way; itself at an outlet and in a hollow. */
function drain({ width, rows, heights }: Ground, outlet: Uint8Array): Int32Array {
  const receiver = Int32Array.from(heights, (_, i) => i)
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < width; column++, i++) {
      if (outlet[i]) continue
      let steepest = 0
      for (const { dx, dy, far } of NEIGHBOURS) {
        if (column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= rows) continue
        const to = i + dy * width + dx
        const fall = ((heights[i] ?? 0) - (heights[to] ?? 0)) / far
        if (fall <= steepest) continue
        steepest = fall
        receiver[i] = to
      }
    }
  }
  return receiver
}

/** All cells, each after the one that its water runs to. */
function downstreamFirst(receiver: Int32Array): Int32Array {
  const order = new Int32Array(receiver.length)
  /** Of those that drain to a cell: the first, and the next after each. */
  const first = new Int32Array(receiver.length).fill(-1)
  const next = new Int32Array(receiver.length)
  let count = 0
  receiver.forEach((to, i) => {
    if (to === i) order[count++] = i
    else {
      next[i] = first[to] ?? -1
      first[to] = i
    }
  })
  for (let k = 0; k < count; k++) {
    for (let i = first[order[k] ?? 0] ?? -1; i >= 0; i = next[i] ?? -1) order[count++] = i
  }
  return order
}

/** Sums up the water on its way down. */
function gather({ basin }: Ground, receiver: Int32Array, order: Int32Array): void {
  basin.fill(1)
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k] ?? 0
    const to = receiver[i] ?? i
    if (to !== i) basin[to] = (basin[to] ?? 0) + (basin[i] ?? 0)
  }
}

/** What would stand steeper than rock can falls; where rivers of two sides have not found their divide it does. */
function topple({ width, rows, heights }: Ground): void {
  const size = width * rows
  for (const way of [-1, 1]) {
    const before = NEIGHBOURS.filter(({ dx, dy }) => (dy || dx) === way)
    for (let k = 0; k < size; k++) {
      const i = way < 0 ? k : size - 1 - k
      const column = i % width
      const row = Math.floor(i / width)
      for (const { dx, dy, far } of before) {
        if (column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= rows) continue
        const most = (heights[i + dy * width + dx] ?? 0) + CLIFF * far
        if ((heights[i] ?? 0) > most) heights[i] = most
      }
    }
  }
}
