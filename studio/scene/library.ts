import { blend, defocus, discRadius, heightsPerMetre } from './lens.ts'
import { between, createLayer, paint, pick, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** Cloth, leather and paper backs as they stand in old and new libraries. */
const BACKS: readonly [Rgb, ...Rgb[]] = [
  [0.16, 0.05, 0.03],
  [0.09, 0.035, 0.025],
  [0.2, 0.09, 0.04],
  [0.05, 0.07, 0.1],
  [0.035, 0.05, 0.045],
  [0.07, 0.1, 0.07],
  [0.3, 0.22, 0.13],
  [0.36, 0.3, 0.22],
  [0.44, 0.39, 0.31],
  [0.25, 0.06, 0.05],
  [0.04, 0.04, 0.045],
  [0.32, 0.17, 0.06],
  [0.12, 0.15, 0.19],
]
const WOODS: readonly [Rgb, ...Rgb[]] = [
  [0.14, 0.065, 0.03],
  [0.22, 0.12, 0.06],
  [0.075, 0.04, 0.024],
]

/** What stands in one column of a shelf, by position along it. */
interface Slot {
  colour: Rgb
  /** Share of the shelf's height it fills; 0 is a gap. */
  height: number
  /** Where the column lies across the back, 0..1: backs are round. */
  across: number
  /** Height shares of a lettered band. */
  band: readonly [number, number] | null
}

const EMPTY: Slot = { colour: [0, 0, 0], height: 0, across: 0.5, band: null }
/** Columns per metre of shelf. */
const FINENESS = 400

/** One shelf filled book by book: series that match, odd volumes, gaps, piles lying flat. */
function fillShelf(random: () => number, lengthM: number): Slot[] {
  const slots: Slot[] = []
  const run = (widthM: number, make: (across: number) => Slot) => {
    const columns = Math.max(1, Math.round(widthM * FINENESS))
    for (let k = 0; k < columns; k++) slots.push(make((k + 0.5) / columns))
  }
  while (slots.length < lengthM * FINENESS) {
    const kind = random()
    if (kind < 0.1) {
      run(between(random, 0.03, 0.09), () => EMPTY)
    } else if (kind < 0.24) {
      const colour = pick(random, BACKS)
      const height = between(random, 0.66, 0.9)
      const width = between(random, 0.028, 0.05)
      const low = between(random, 0.45, 0.75)
      const band = random() < 0.6 ? ([low, low + between(random, 0.03, 0.1)] as const) : null
      const volumes = Math.round(between(random, 2, 5))
      for (let v = 0; v < volumes; v++) {
        const worn = between(random, 0.75, 1.2)
        run(width, (across) => ({ colour: scale(colour, worn), height, across, band }))
      }
    } else {
      const worn = between(random, 0.7, 1.35)
      const colour = scale(pick(random, BACKS), worn)
      const height = between(random, 0.52, 0.94)
      const low = between(random, 0.3, 0.8)
      const band = random() < 0.35 ? ([low, low + between(random, 0.04, 0.16)] as const) : null
      run(between(random, 0.014, 0.055), (across) => ({ colour, height, across, band }))
    }
  }
  return slots
}

interface Shelf {
  top: number
  bottom: number
  slots: Slot[]
}

/** Shelves that recede to one side, a lamp on them, their other end near and softer. */
export function drawLibrary(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const distanceM = between(random, 3.8, 5)
  const metre = heightsPerMetre(distanceM)
  const wood = pick(random, WOODS)
  const turn = between(random, 0.3, 0.75) * (random() < 0.5 ? -1 : 1)
  const shelves: Shelf[] = []
  let top = between(random, -1.25, -0.95)
  while (top < 1.4) {
    const bottom = top + between(random, 0.27, 0.38)
    shelves.push({ top, bottom, slots: fillShelf(random, 7) })
    top = bottom + 0.028
  }
  const wall = createLayer(stage)
  drawShelves(stage, wall, { shelves, wood, turn, metre, posts: between(random, 0.8, 1.05) })
  const near = discRadius(lens, distanceM * 0.8) * stage.unit
  const far = discRadius(lens, distanceM * 1.3) * stage.unit
  // The end that grows larger is nearer, so it is less out of focus.
  const books = blend(defocus(wall, far), defocus(wall, near), (x) => (turn > 0 ? x : 1 - x))
  return [books]
}

interface Bookcase {
  shelves: readonly Shelf[]
  wood: Rgb
  /** Growth of scale from left to right. */
  turn: number
  metre: number
  /** Distance of uprights, metres. */
  posts: number
}

function drawShelves(stage: Stage, layer: Layer, { shelves, wood, turn, metre, posts }: Bookcase): void {
  const { random, aspect } = stage
  const grain = stageNoise(stage, 0x71b, 0.3, 5)
  const lampX = between(random, 0.05, 0.3)
  const lampY = between(random, 0.05, 0.4)
  const post = between(random, 0, posts)
  const horizon = 0.42
  paint(stage, layer, (x, y, out, i) => {
    const size = 1 + turn * (x - aspect / 2)
    const along = (x - aspect / 2) / size / metre
    const up = (y - horizon) / size / metre
    const dx = (x - lampX) * 1.1
    const dy = y - lampY
    const lit = 0.34 + 1.9 / (1 + (dx * dx + dy * dy) * 9)
    const light = lit * (1 + 0.18 * (grain[i] ?? 0))
    const shelf = shelves.find(({ bottom }) => up < bottom + 0.028)
    const beside = (((along + post) % posts) + posts) % posts
    let colour: Rgb = scale(wood, 0.9 + 0.35 * (grain[i] ?? 0))
    let shade = 1
    if (shelf && beside > 0.035 && up < shelf.bottom && up > shelf.top) {
      const share = (shelf.bottom - up) / (shelf.bottom - shelf.top)
      const slot = shelf.slots[Math.floor((along + 3.5) * FINENESS)] ?? EMPTY
      if (share < slot.height) {
        const round = 1 - 0.75 * (slot.across * 2 - 1.3) ** 2
        const lettered = slot.band && share > slot.band[0] && share < slot.band[1]
        colour = lettered ? [0.42, 0.3, 0.13] : slot.colour
        shade = Math.max(0.18, round) * (1 - 0.45 * share ** 3)
      } else {
        colour = scale(wood, 0.22)
        shade = 1 - 0.6 * share
      }
    }
    out[0] = colour[0] * light * shade * 1.12
    out[1] = colour[1] * light * shade
    out[2] = colour[2] * light * shade * 0.86
  })
}
