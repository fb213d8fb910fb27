import { heightsPerMetre } from './lens.ts'
import { between, clearOfHead, createLayer, mix, paint, pick, scale, stageNoise } from './stage.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** Eye above the floor and below the ceiling, metres. */
export const EYE_M = 1.5
export const HEADROOM_M = 1.45
const WALLS: readonly [Rgb, ...Rgb[]] = [
  [0.6, 0.58, 0.55],
  [0.5, 0.52, 0.53],
  [0.55, 0.49, 0.41],
  [0.33, 0.4, 0.41],
]
const FLOORS: readonly [Rgb, ...Rgb[]] = [
  [0.3, 0.21, 0.13],
  [0.24, 0.245, 0.25],
  [0.38, 0.3, 0.21],
]
const WOODS: readonly [Rgb, ...Rgb[]] = [
  [0.33, 0.23, 0.145],
  [0.4, 0.3, 0.2],
  [0.22, 0.145, 0.1],
]

/** Where the end wall meets the ceiling, picture heights from the top, at least: less of a ceiling is a pale strip at the edge. */
const LEAST_CEILING = 0.09

/** A room in metres: windows along the left, z runs along them, the camera looks a little towards them. */
export interface Room {
  windowX: number
  rightX: number
  endZ: number
  turn: number
  horizon: number
  /** Window bay, mullion and parapet. */
  bay: number
  bayFrom: number
  mullion: number
  parapet: number
  daylight: number
  green: number
  wall: Rgb
  floor: Rgb
  wood: Rgb
  gloss: number
  /** Glass partition bays on the right. */
  glassBay: number
  /** Whether wooden slats cover the end wall. */
  slats: boolean
}

export function createRoom({ random }: Stage): Room {
  const room = {
    windowX: -between(random, 1.9, 2.7),
    rightX: between(random, 1.7, 2.9),
    endZ: between(random, 9, 14),
    turn: between(random, 0.02, 0.18),
    horizon: between(random, 0.46, 0.54),
    bay: between(random, 1.5, 2.3),
    bayFrom: between(random, 0, 2),
    mullion: between(random, 0.2, 0.34),
    parapet: random() < 0.5 ? EYE_M : between(random, 0.65, 0.85),
    daylight: between(random, 1.05, 1.4),
    green: random(),
    wall: pick(random, WALLS),
    floor: pick(random, FLOORS),
    wood: pick(random, WOODS),
    gloss: between(random, 0.12, 0.34),
    glassBay: between(random, 1, 1.6),
    slats: random() < 0.3,
  }
  return { ...room, endZ: Math.max(room.endZ, ceilingAt(room, LEAST_CEILING)) }
}

/** How far away the ceiling is that is seen so far below the picture's top. */
function ceilingAt({ horizon }: Pick<Room, 'horizon'>, y: number): number {
  return (heightsPerMetre(1) * HEADROOM_M) / (horizon - y)
}

/** Casts a ray per pixel at the room's planes. */
export function drawRoom(stage: Stage, room: Room): Layer {
  const layer = createLayer(stage)
  const view = stageNoise(stage, 0x91c, 0.2, 4)
  const cloud = stageNoise(stage, 0x92c, 0.5, 3)
  const unit = 1 / heightsPerMetre(1)
  const lamps = lampsOf(stage, room)
  const cos = Math.cos(room.turn)
  const sin = Math.sin(room.turn)
  paint(stage, layer, (x, y, out, i) => {
    const u = (x - stage.aspect / 2) * unit
    const down = (y - room.horizon) * unit
    const dx = u * cos - sin
    const dz = u * sin + cos
    const colour = seen(room, { dx, down, dz }, view[i] ?? 0, lamps)
    const uneven = 1 + 0.06 * (cloud[i] ?? 0)
    out[0] = colour[0] * uneven
    out[1] = colour[1] * uneven
    out[2] = colour[2] * uneven
  })
  return layer
}

interface Ray {
  dx: number
  down: number
  dz: number
}

const never = 1e6
const reach = (distance: number, speed: number) => (distance * speed > 0 ? distance / speed : never)

/** Light along a ray from the camera. */
function seen(room: Room, ray: Ray, texture: number, lamps: Lamps): Rgb {
  const toSide = ray.dx < 0 ? reach(room.windowX, ray.dx) : reach(room.rightX, ray.dx)
  const toEnd = reach(room.endZ, ray.dz)
  const wall = Math.min(toSide, toEnd)
  const toFloor = reach(EYE_M, ray.down)
  const toCeiling = reach(-HEADROOM_M, ray.down)
  if (toFloor < wall) {
    const at = { x: ray.dx * toFloor, z: ray.dz * toFloor }
    const plank = 0.92 + 0.16 * fraction(Math.sin(Math.floor(at.x / 0.16) * 12.99) * 43.7)
    const own = scale(room.floor, daylightAt(room, at.x) * plank)
    // Polished floors mirror the windows: what the ray meets after it turns upwards.
    const mirrored = upright(room, ray, ray.down * (2 * toFloor - wall), wall, texture)
    return mix(own, mirrored, room.gloss)
  }
  if (toCeiling < wall) return ceiling(room, ray.dx * toCeiling, ray.dz * toCeiling, lamps)
  return upright(room, ray, ray.down * wall, wall, texture)
}

const fraction = (value: number) => value - Math.floor(value)

/** Windows fade into the room. */
function daylightAt(room: Room, x: number): number {
  return 0.28 + 0.85 * Math.exp(-(x - room.windowX) * 0.42)
}

/** Strips of light in the ceiling: their distance from one another, across and along, and their size, metres. */
const LAMP_ACROSS = 1.9
const LAMP_ALONG = 2.4
const LAMP_WIDE = 0.18
const LAMP_LONG = 1.73
/** Where the nearest of them ends, picture heights from the top: none is cut by the edge. */
const FIRST_LAMP = 0.045
const LAMP: Rgb = [1.7, 1.62, 1.5]

/** The strips of light, by row and column. */
interface Lamps {
  /** Where the first row begins. */
  from: number
  /** Share of its light that one keeps. */
  share: (row: number, column: number) => number
}

/** Lamps that the head would cut give way to it, those that the end wall would cut are left out. */
function lampsOf(stage: Stage, room: Room): Lamps {
  const from = ceilingAt(room, FIRST_LAMP)
  const shares = new Map<string, number>()
  const shareOf = (row: number, column: number) => {
    const z = from + row * LAMP_ALONG
    if (row < 0 || z + LAMP_LONG > room.endZ) return 0
    const x = room.windowX + (column + 0.5) * LAMP_ACROSS
    const along = [0, 0.25, 0.5, 0.75, 1].map((part) => inPicture(stage, room, x, z + part * LAMP_LONG))
    return Math.min(...along.map((at) => clearOfHead(stage, { ...at, radius: 0 })))
  }
  return {
    from,
    share: (row, column) => {
      const name = `${row} ${column}`
      const share = shares.get(name) ?? shareOf(row, column)
      shares.set(name, share)
      return share
    },
  }
}

/** Where a place of the ceiling is seen, picture heights. */
function inPicture(
  { aspect }: Stage,
  { turn, horizon }: Room,
  x: number,
  z: number,
): { x: number; y: number } {
  const away = z * Math.cos(turn) - x * Math.sin(turn)
  const aside = x * Math.cos(turn) + z * Math.sin(turn)
  const scale = heightsPerMetre(1) / away
  return { x: aspect / 2 + aside * scale, y: horizon - HEADROOM_M * scale }
}

function ceiling(room: Room, x: number, z: number, lamps: Lamps): Rgb {
  const plain = scale([0.62, 0.61, 0.59], daylightAt(room, x))
  const across = (x - room.windowX) / LAMP_ACROSS
  const along = (z - lamps.from) / LAMP_ALONG
  const isLamp =
    fraction(along) * LAMP_ALONG < LAMP_LONG && Math.abs(fraction(across) - 0.5) * LAMP_ACROSS < LAMP_WIDE / 2
  return isLamp ? mix(plain, LAMP, lamps.share(Math.floor(along), Math.floor(across))) : plain
}

/** What stands upright at the end of a ray: `y` is metres below the eye where it meets the wall. */
function upright(room: Room, ray: Ray, y: number, distance: number, texture: number): Rgb {
  const x = ray.dx * distance
  const z = ray.dz * distance
  if (x <= room.windowX + 0.01) return windowFront(room, y, z, ray, texture)
  const light = daylightAt(room, x)
  const shade = light * (1 - 0.16 * Math.max(0, y) - 0.1 * Math.max(0, -y))
  if (x >= room.rightX - 0.01) return glassRooms(room, y, z, shade, texture)
  if (y > EYE_M - 0.1) return scale(room.wood, shade * 0.5)
  return farWall(room, x - room.windowX, y, shade, texture)
}

/** Spacing of the lamps that graze the end wall, and how far their light reaches down it, metres. */
const WASHER_M = 1.1
const WASH_M = 0.8

/** How far wood differs from place to place, and painted plaster: more would be stains. */
const WOOD_UNEVEN = 0.2
const PAINT_UNEVEN = 0.05

/** The end of the room: plaster or wooden slats, grazed by lamps in the ceiling, the windows' light from the side. */
function farWall(room: Room, x: number, y: number, shade: number, texture: number): Rgb {
  const below = Math.max(0, y + HEADROOM_M)
  const aside = Math.abs(fraction(x / WASHER_M) - 0.5) * WASHER_M
  const cone = 0.16 + 0.32 * below
  const wash = 0.5 * Math.exp(-((aside / cone) ** 2)) * Math.exp(-below / WASH_M)
  const slat = room.slats ? (fraction(x / 0.09) < 0.7 ? 1.15 : 0.4) : 1
  const grain = room.slats ? WOOD_UNEVEN : PAINT_UNEVEN
  const own = scale(room.slats ? room.wood : room.wall, slat * (1 + grain * texture))
  return [own[0] * (shade + wash), own[1] * (shade + 0.86 * wash), own[2] * (shade + 0.68 * wash)]
}

function windowFront(room: Room, y: number, z: number, ray: Ray, texture: number): Rgb {
  const along = fraction((z + room.bayFrom) / room.bay) * room.bay
  if (along < room.mullion || y < -HEADROOM_M + 0.12) return [0.3, 0.3, 0.3]
  if (y > EYE_M - 0.06 || y > room.parapet) return scale([0.5, 0.5, 0.49], 0.75)
  if (Math.abs(y + 0.7) < 0.05) return [0.26, 0.262, 0.265]
  // Outside: a sky that burns out, and trees or façades in the haze of the glass.
  const skyline = -0.06 + 0.16 * texture
  const below = Math.min(1, Math.max(0, (ray.down - skyline) * 18 + 0.5))
  const leaves: Rgb = mix([0.36, 0.43, 0.24], [0.52, 0.51, 0.49], room.green < 0.6 ? 0 : 0.9)
  const outside = mix(
    [0.96, 1, 1.06],
    mix(scale(leaves, 1 + 1.2 * texture), [0.8, 0.84, 0.88], 0.3),
    below * 0.82,
  )
  return scale(outside, room.daylight)
}

/** Rooms behind glass: dark frames, a dim inside lighter under its ceiling, a pale reflection of the windows. */
function glassRooms(room: Room, y: number, z: number, shade: number, texture: number): Rgb {
  const along = fraction(z / room.glassBay) * room.glassBay
  if (along < 0.05 || Math.abs(y + 0.75) < 0.03) return [0.05, 0.052, 0.056]
  const depth = Math.min(1, Math.max(0, 0.5 + texture * 2))
  const inside = mix(scale(room.wall, 0.5), scale(room.wood, 0.7), depth)
  const up = Math.min(1, Math.max(0, (0.4 - y) / (0.4 + HEADROOM_M)))
  return mix(scale(inside, 0.7 + 0.9 * up), [0.7, 0.75, 0.8], 0.16 + 0.14 * shade)
}
