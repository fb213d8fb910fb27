import { between, createStage, fraction, heightsPerMetre, noise, paint, pick, scale } from './stage.ts'
import { WIDE } from '#studio/plates/plate.ts'
import type { Rgb, Stage } from './stage.ts'

/** Cloth, leather and paper backs as they stand in old and new libraries. */
const BACKS: readonly [Rgb, ...Rgb[]] = [
  [0.16, 0.05, 0.03],
  [0.09, 0.035, 0.025],
  [0.2, 0.09, 0.04],
  [0.05, 0.07, 0.1],
  [0.035, 0.05, 0.045],
  [0.07, 0.1, 0.07],
  [0.3, 0.22, 0.13],
  [0.34, 0.28, 0.2],
  [0.25, 0.06, 0.05],
  [0.04, 0.04, 0.045],
  [0.28, 0.15, 0.06],
  [0.12, 0.15, 0.19],
]
const WOODS: readonly [Rgb, ...Rgb[]] = [
  [0.14, 0.065, 0.03],
  [0.22, 0.12, 0.06],
  [0.075, 0.04, 0.024],
]
const GILT: Rgb = [0.42, 0.3, 0.13]
const BOARD_M = 0.028
/** Columns per metre of shelf, and metres of it. */
const FINENESS = 400
const LENGTH_M = 16

/** What stands in one column of a shelf. */
interface Slot {
  colour: Rgb
  /** Share of the shelf's height it fills; 0 is a gap. */
  height: number
  /** Where the column lies across the back, 0..1: backs are round. */
  across: number
  /** Height share of a gilt band; over 1 there is none. */
  band: number
}

/** One shelf filled book by book: series that match, odd volumes, gaps. */
function fillShelf(random: () => number): Slot[] {
  const slots: Slot[] = []
  const stand = (widthM: number, slot: Omit<Slot, 'across'>) => {
    const columns = Math.max(1, Math.round(widthM * FINENESS))
    for (let k = 0; k < columns; k++) slots.push({ ...slot, across: (k + 0.5) / columns })
  }
  const volume = (): Omit<Slot, 'across'> => ({
    colour: scale(pick(random, BACKS), between(random, 0.7, 1.25)),
    height: between(random, 0.55, 0.92),
    band: between(random, 0.3, 1.5),
  })
  while (slots.length < LENGTH_M * FINENESS) {
    const kind = random()
    const book = volume()
    if (kind < 0.08) {
      stand(between(random, 0.03, 0.12), { ...book, height: 0 })
    } else {
      const worn = between(random, 0.014, 0.05)
      for (let volumes = kind < 0.3 ? Math.round(between(random, 3, 7)) : 1; volumes > 0; volumes--)
        stand(worn, { ...book, colour: scale(book.colour, between(random, 0.85, 1.1)) })
    }
  }
  return slots
}

/** Shelves that recede, lit by a lamp on the left. */
export function drawLibrary(seed: number): Stage {
  const stage = createStage(seed)
  const { random } = stage
  const distanceM = between(random, 4, 5)
  const metre = heightsPerMetre(distanceM)
  const wood = pick(random, WOODS)
  const turn = between(random, 0.2, 0.42) * (random() < 0.5 ? -1 : 1)
  const shelves: { top: number; bottom: number; slots: Slot[] }[] = []
  for (let top = between(random, -1.6, -1.4); top < 1.8;) {
    const bottom = top + between(random, 0.27, 0.38)
    shelves.push({ top, bottom, slots: fillShelf(random) })
    top = bottom + BOARD_M
  }
  const posts = between(random, 0.8, 1.05)
  const grain = noise(stage, 0x71b, 0.3, 5)
  const lamp = { x: between(random, 0.05, 0.4), y: between(random, 0.05, 0.4) }
  paint(stage, (x, y, i) => {
    const size = 1 + turn * (x - WIDE / 2)
    const along = (x - WIDE / 2) / size / metre
    const up = (y - 0.42) / size / metre
    const off = (x - lamp.x) ** 2 * 0.6 + (y - lamp.y) ** 2
    const uneven = grain[i] ?? 0
    const light = (0.34 + 1.9 / (1 + off * 7)) * (1 + 0.18 * uneven)
    const shelf = shelves.find(({ bottom }) => up < bottom + BOARD_M)
    const beside = fraction(along / posts) * posts
    let seen = scale(wood, 0.9 + 0.35 * uneven)
    if (shelf && beside > 0.035 && up < shelf.bottom && up > shelf.top)
      seen = bookAt(shelf.slots, along, (shelf.bottom - up) / (shelf.bottom - shelf.top), wood)
    return [[seen[0] * light * 1.12, seen[1] * light, seen[2] * light * 0.86], distanceM / size]
  })
  return stage
}

/** @param share of the shelf's height, from its board */
function bookAt(slots: readonly Slot[], along: number, share: number, wood: Rgb): Rgb {
  const slot = slots[Math.floor((along + LENGTH_M / 2) * FINENESS)]
  if (!slot || share > slot.height) return scale(wood, 0.22 * (1 - 0.6 * share))
  const lettered = share > slot.band && share < slot.band + 0.08
  const round = Math.max(0.18, 1 - 0.75 * (slot.across * 2 - 1.3) ** 2)
  return scale(lettered ? GILT : slot.colour, round * (1 - 0.45 * share ** 3))
}
