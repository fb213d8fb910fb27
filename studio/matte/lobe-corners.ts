import type { Plane, Size } from '#studio/raster.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { EDGE_REACH, mean, moved } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import type { Guide } from './laplacian.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Lengths as fractions of the face height. A cheek goes on upwards as it came over this length, by so much at most. */
const CHEEK_CAME = 0.08
const UPWARDS = 0.16
/** The corner's wall begins so near to that way, and ends so far from it at most. */
const BEGINS = 0.03
const ENDS = 0.1
/** Skin's own colours are seen this far within its line, a lobe's over this share of the ear's line. */
const CORE = 0.055
const LOBE = 0.2
/** This share of them is paler than what counts as skin's palest. */
const PALEST = 0.2
/** Shade and light shining through make skin redder: what is by this less red, as log of red by green, is none. */
const LESS_RED = 0.1
/** Keeps the noise of dark colours down, code values 0..1. */
const DARK = 0.03
/** The wall is seen from the first to the second distance beyond lobe and cheek, where the net sees less of a person, */
const WALL_FROM = 0.03
const WALL_TO = 0.25
const NOBODY = 0.1
/** this many pixels apart. */
const SPARSE = 2
/** Where less than this share of it lies so near a colour, code values 0..1, that colour is not the wall's. */
const UNLIKE_WALL = 0.1
const LEAST_SHARE = 0.004
/** "Person" probability that the net's outline lies at. */
const SEEN = 0.5
/** So many pixels in a row that are no wall end it, and so many rays without it the corner. */
const OTHERS = 2
/** Pixels round the wall that are left to the colours. */
const DOUBT = 2
/** Over this length the ear's line gives way to the wall in the corner. */
const END = 0.012

type Colour = readonly [number, number, number]

function pixelAt({ width, height }: Size, { x, y }: Ray): number | null {
  const [column, row] = [Math.round(x), Math.round(y)]
  return column < 0 || row < 0 || column >= width || row >= height ? null : row * width + column
}

function coloursAt(guide: Guide, places: readonly Ray[]): Colour[] {
  const [r, g, b] = guide.planes
  return places.flatMap((place) => {
    const i = pixelAt(guide, place)
    return i === null ? [] : [[r[i] ?? 0, g[i] ?? 0, b[i] ?? 0] as const]
  })
}

const rednessOf = ([r, g]: Colour) => Math.log((r + DARK) / (g + DARK))

/** How red the palest skin inside a line is. */
function palestWithin(guide: Guide, rays: readonly Ray[], unit: number): number {
  const core = coloursAt(
    guide,
    rays.map((ray) => moved(ray, CORE * unit)),
  )
  const sorted = core.map(rednessOf).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * PALEST)] ?? 0
}

/** Colours of the wall beyond a line of skin. */
function wallBeyond(guide: Guide, person: Plane, rays: readonly Ray[], unit: number): Colour[] {
  const steps = Array.from(
    { length: Math.floor(((WALL_TO - WALL_FROM) * unit) / SPARSE) },
    (_, k) => k * SPARSE,
  )
  const sparse = rays.filter((_, k) => k % SPARSE === 0)
  const places = sparse.flatMap((ray) => steps.map((step) => moved(ray, -WALL_FROM * unit - step)))
  const isNobody = (place: Ray) => (person.data[pixelAt(person, place) ?? -1] ?? 1) < NOBODY
  return coloursAt(guide, places.filter(isNobody))
}

/** Where a cheek goes on above its line, from below to above, half a pixel apart; towards the skin. */
function upwards({ rays }: FirmLine, unit: number): Ray[] {
  const [top, low] = [rays[0], rays[Math.min(rays.length - 1, Math.round(unit * CHEEK_CAME))]]
  if (!top || !low) return []
  const length = Math.hypot(top.x - low.x, top.y - low.y)
  const [ux, uy] = [(top.x - low.x) / length, (top.y - low.y) / length]
  const turn = Math.sign(top.dy * ux - top.dx * uy)
  return Array.from({ length: Math.round(2 * UPWARDS * unit) }, (_, k) => ({
    x: top.x + (ux * k) / 2,
    y: top.y + (uy * k) / 2,
    dx: -uy * turn,
    dy: ux * turn,
  }))
}

/** The wall that is seen in the corner between a lobe and a cheek: its pixels. */
function wallInCorner(
  guide: Guide,
  person: Plane,
  ear: FirmLine,
  cheek: FirmLine,
  way: readonly Ray[],
  unit: number,
): Set<number> {
  const lobe = ear.rays.slice(Math.round(ear.rays.length * (1 - LOBE)))
  const cheekTop = cheek.rays.slice(0, Math.round(unit * UPWARDS))
  const leastRed = Math.min(palestWithin(guide, lobe, unit), palestWithin(guide, way, unit)) - LESS_RED
  const wall = [
    ...wallBeyond(guide, person, ear.rays.slice(ear.rays.length >> 1), unit),
    ...wallBeyond(guide, person, cheekTop, unit),
  ]
  const isWall = (i: number) => {
    if ((person.data[i] ?? 0) < SEEN) return true
    const [r, g, b] = [guide.planes[0][i] ?? 0, guide.planes[1][i] ?? 0, guide.planes[2][i] ?? 0]
    if (rednessOf([r, g, b]) > leastRed) return false
    const alike = wall.filter(
      (known) => (r - known[0]) ** 2 + (g - known[1]) ** 2 + (b - known[2]) ** 2 < UNLIKE_WALL ** 2,
    )
    return alike.length > LEAST_SHARE * wall.length
  }
  const seen = new Map<number, boolean>()
  let missing = 0
  for (const ray of way) {
    let [step, others, run] = [0, 0, 0]
    while (step < unit * ENDS && (run === 0 ? step < unit * BEGINS : others < OTHERS)) {
      const i = pixelAt(person, moved(ray, -step))
      const isOpen = i !== null && (seen.get(i) ?? isWall(i))
      if (i !== null) seen.set(i, isOpen)
      run += isOpen ? 1 : 0
      others = isOpen ? 0 : others + 0.5
      step += 0.5
    }
    missing = run > 0 ? 0 : missing + 0.5
    if (missing > OTHERS) break
  }
  return new Set([...seen.keys()].filter((i) => seen.get(i)))
}

/** An ear's line as far as no wall lies inside of it, where its edge would be drawn. */
function upTo(wall: ReadonlySet<number>, ear: FirmLine, size: Size, unit: number): FirmLine {
  const lobe = Math.round(ear.rays.length * (1 - LOBE))
  const drawn = Array.from({ length: Math.ceil(unit * EDGE_REACH) }, (_, step) => step + 1)
  const isPast = (ray: Ray) => drawn.some((step) => wall.has(pixelAt(size, moved(ray, step)) ?? -1))
  const past = ear.rays.findIndex((ray, k) => k > lobe && isPast(ray))
  if (past < 0) return ear
  return { ...ear, share: ear.share.map((share, k) => share * smoothstep(0, unit * END, past - k)) }
}

/**
 * A lobe corner is the corner between ear lobe and cheek, where the wall shows through. The net, seeing 256 pixels
 * across, has it for inside, and the ear's line, led by a clear edge in the wall, runs past it into the cheek. What in
 * the corner is like the wall near by and less red than any skin there is entered as wall in `person` and `body`; round
 * it nothing is `certain`.
 * @param guide half size, as everything else
 * @returns the ears' lines, as far as they run along the ear
 */
export function openLobes(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  certain: Uint8Array,
  head: HeadGeometry,
  ears: readonly FirmLine[],
  cheeks: readonly FirmLine[],
): FirmLine[] {
  const unit = head.faceHeight / 2
  const sideOf = ({ rays }: FirmLine) =>
    Math.sign(mean(rays.length, (k) => rays[k]?.x ?? 0) - head.centreX / 2)
  return ears.map((ear) => {
    const cheek = cheeks.find((line) => sideOf(line) === sideOf(ear))
    if (!cheek) return ear
    const way = upwards(cheek, unit)
    const wall = wallInCorner(guide, person, ear, cheek, way, unit)
    const { width } = person
    for (const i of wall)
      for (let dy = -DOUBT; dy <= DOUBT; dy++)
        for (let dx = -DOUBT; dx <= DOUBT; dx++) certain[i + dy * width + dx] = 0
    for (const i of wall) {
      person.data[i] = 0
      body[i] = 0
      if ([-1, 1, -width, width].every((step) => wall.has(i + step))) certain[i] = 1
    }
    return upTo(wall, ear, person, unit)
  })
}
