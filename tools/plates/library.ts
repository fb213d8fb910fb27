import esplanade from '@pmndrs/assets/hdri/esplanade.exr.js'
import { WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import { openPanorama, stageOf } from './panorama.ts'
import { between, fraction, heightsPerMetre, noise, paint, pick, scale } from './stage.ts'
import type { View } from './panorama.ts'
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
const POST_M = 0.035
const POST_EVERY_M = 1.1
const ROOM_M = 20
/** To the middle of the shelves. */
const SHELVES_M = 5
/** What the shelves hide of the room's lamps begins so far before their end: their discs would lie on them. */
const HIDDEN = 0.03
/** The room's screens and skylights are bluer than lamps over desks. */
const WARM = { balance: [1.1, 0.95, 0.55], chroma: 0.7 } as const
/** Columns per metre of shelf, and metres of it. */
const FINENESS = 400
const LENGTH_M = 16

/** One column of a shelf. */
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

/** Where the reading room is looked at, past which the shelves run; where they end, picture heights; how far they turn away. */
const VIEWS: readonly (View & { end: number; turn: number; wood: number; posts: number })[] = [
  {
    look: { yawDeg: -96, pitchDeg: -5, fieldDeg: 46, exposure: 0.75, ...WARM },
    end: 0.3,
    turn: 0.5,
    wood: 0,
    posts: 0.2,
    stand: [0.56, 0.62],
  },
  {
    look: { yawDeg: 84, pitchDeg: -4, fieldDeg: 46, exposure: 0.75, ...WARM },
    end: 0.36,
    turn: 0.36,
    wood: 2,
    posts: 0.5,
    stand: [0.62, 0.68],
  },
  {
    look: { yawDeg: 98, pitchDeg: 0, fieldDeg: 46, exposure: 0.75, ...WARM },
    end: 0.26,
    turn: 0.6,
    wood: 1,
    posts: 0.75,
    stand: [0.52, 0.58],
  },
]

/** Lamps of the reading room on the left, warm; little comes from between the shelves. */
const LIGHT: PlaceLight = {
  left: [1.1, 0.92, 0.72],
  right: [0.34, 0.27, 0.2],
  up: [0.8, 0.7, 0.56],
  down: [0.26, 0.19, 0.13],
  front: [0.62, 0.55, 0.46],
  behind: [0.7, 0.54, 0.36],
}

/** Shelves that run from a lit reading room towards the viewer. */
export const LIBRARY = VIEWS.map((view, index) => () => {
  const stage = stageOf(openPanorama(esplanade), view, ROOM_M, index)
  drawShelves(stage, view)
  const lights = stage.lights.filter(([x]) => x < view.end - HIDDEN)
  return { ...stage, lights, light: LIGHT }
})

function drawShelves(stage: Stage, { end, turn, wood, posts }: (typeof VIEWS)[number]): void {
  const { random } = stage
  const metre = heightsPerMetre(SHELVES_M)
  const board = WOODS[wood] ?? WOODS[0]
  const shelves: { top: number; bottom: number; slots: Slot[] }[] = []
  for (let top = -2; top < 2.4;) {
    const bottom = top + between(random, 0.25, 0.34)
    shelves.push({ top, bottom, slots: fillShelf(random) })
    top = bottom + BOARD_M
  }
  const grain = noise(stage, 0x71b, 0.3, 5)
  paint(stage, (x, y, i) => {
    if (x < end) return null
    const size = 1 + turn * (x - WIDE / 2)
    const along = (x - WIDE / 2) / size / metre
    const up = (y - 0.42) / size / metre
    const uneven = grain[i] ?? 0
    // Lamps hang in the room and between the shelves: their light falls off along them and towards the floor.
    const fall = 0.2 + 1.9 / (1 + 1.5 * (x - end)) ** 2.4
    const light = fall * (1.2 - 0.5 * y) * (1 + 0.18 * uneven)
    const shelf = shelves.find(({ bottom }) => up < bottom + BOARD_M)
    const beside = fraction(along / POST_EVERY_M + posts) * POST_EVERY_M
    let seen = scale(board, 0.9 + 0.35 * uneven)
    if (shelf && beside > POST_M && up < shelf.bottom && up > shelf.top)
      seen = bookAt(shelf.slots, along, (shelf.bottom - up) / (shelf.bottom - shelf.top), board)
    return [[seen[0] * light * 1.14, seen[1] * light, seen[2] * light * 0.82], SHELVES_M / size]
  })
}

/** @param share of the shelf's height, from its board */
function bookAt(slots: readonly Slot[], along: number, share: number, wood: Rgb): Rgb {
  const slot = slots[Math.floor((along + LENGTH_M / 2) * FINENESS)]
  if (!slot || share > slot.height) return scale(wood, 0.22 * (1 - 0.6 * share))
  const lettered = share > slot.band && share < slot.band + 0.08
  const round = Math.max(0.18, 1 - 0.75 * (slot.across * 2 - 1.3) ** 2)
  return scale(lettered ? GILT : slot.colour, round * (1 - 0.45 * share ** 3))
}
