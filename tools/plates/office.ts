import { smoothstep } from '#studio/planes/smoothstep.ts'
import { between, clamp, createStage, ellipse, fraction, heightsPerMetre, mix, noise } from './stage.ts'
import { paint, pick, scale } from './stage.ts'
import { WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import type { Range, Rgb, Stage } from './stage.ts'

/** Eye above the floor and below the ceiling, metres. */
const EYE_M = 1.5
const HEADROOM_M = 1.45
const WALLS: readonly [Rgb, ...Rgb[]] = [
  [0.6, 0.58, 0.55],
  [0.5, 0.52, 0.53],
  [0.55, 0.49, 0.41],
]
const FLOORS: readonly [Rgb, ...Rgb[]] = [
  [0.3, 0.21, 0.13],
  [0.24, 0.245, 0.25],
]
const WOODS: readonly [Rgb, ...Rgb[]] = [
  [0.33, 0.23, 0.145],
  [0.4, 0.3, 0.2],
  [0.22, 0.145, 0.1],
]
const CEILING: Rgb = [0.62, 0.61, 0.59]
const FRAME: Rgb = [0.3, 0.3, 0.3]
const LAMP: Rgb = [1.7, 1.6, 1.45]
const LIT_ROOM: Rgb = [0.8, 0.68, 0.52]
const LEAF_DARK: Rgb = [0.03, 0.042, 0.024]
const LEAF_LIGHT: Rgb = [0.15, 0.185, 0.085]

/** A room in metres: windows along the left, z runs along them, the camera looks a little towards them. */
function createRoom(random: () => number) {
  return {
    windowX: -between(random, 1.4, 2),
    rightX: between(random, 3, 4),
    endZ: between(random, 10, 14),
    turn: between(random, 0.02, 0.14),
    horizon: between(random, 0.47, 0.53),
    bay: between(random, 1.5, 2.3),
    daylight: between(random, 1.05, 1.35),
    wall: pick(random, WALLS),
    floor: pick(random, FLOORS),
    wood: pick(random, WOODS),
    gloss: between(random, 0.16, 0.34),
    /** Where the end wall is glass with a room behind, shares of it. */
    glassFrom: between(random, 0.15, 0.3),
    glassTo: between(random, 0.6, 0.95),
    slats: random() < 0.4,
  }
}

type Room = ReturnType<typeof createRoom>

/** Windows on the left; white walls give much of their light back. */
const LIGHT: PlaceLight = {
  left: [1.15, 1.2, 1.28],
  right: [0.5, 0.49, 0.47],
  up: [0.8, 0.81, 0.82],
  down: [0.46, 0.43, 0.4],
  front: [0.74, 0.75, 0.76],
  behind: [0.9, 0.92, 0.96],
}
/** Near the windows. */
const STAND: Range = [0.4, 0.8]

/** A long office by day: a receding window front on the left, rooms behind glass on the right, plants. */
export function drawOffice(seed: number): Stage {
  const stage = createStage(seed)
  const room = createRoom(stage.random)
  const view = noise(stage, 0x91c, 0.2, 4)
  const cloud = noise(stage, 0x92c, 0.5, 3)
  const [cos, sin] = [Math.cos(room.turn), Math.sin(room.turn)]
  paint(stage, (x, y, i) => {
    const u = (x - WIDE / 2) / heightsPerMetre(1)
    const ray = { dx: u * cos - sin, down: (y - room.horizon) / heightsPerMetre(1), dz: u * sin + cos }
    const [colour, away] = seen(room, ray, view[i] ?? 0)
    return [scale(colour, 1 + 0.06 * (cloud[i] ?? 0)), away]
  })
  drawPlants(stage, room)
  return { ...stage, light: LIGHT, stand: STAND }
}

interface Ray {
  dx: number
  down: number
  dz: number
}

/** Windows fade into the room. */
const daylightAt = (room: Room, x: number) => 0.28 + 0.85 * Math.exp(-(x - room.windowX) * 0.36)

/** Light along a ray from the camera, and metres to its source. */
function seen(room: Room, ray: Ray, texture: number): [Rgb, number] {
  const reach = (distance: number, speed: number) => (distance * speed > 0 ? distance / speed : 1e6)
  const toSide = ray.dx < 0 ? reach(room.windowX, ray.dx) : reach(room.rightX, ray.dx)
  const wall = Math.min(toSide, reach(room.endZ, ray.dz))
  const toFloor = reach(EYE_M, ray.down)
  const toCeiling = reach(-HEADROOM_M, ray.down)
  if (toFloor < wall) {
    const plank = 0.92 + 0.16 * fraction(Math.sin(Math.floor((ray.dx * toFloor) / 0.16) * 12.99) * 43.7)
    const own = scale(room.floor, daylightAt(room, ray.dx * toFloor) * plank)
    // Polished floors mirror the windows: the reflected ray goes on upwards.
    const mirrored = upright(room, ray, ray.down * (2 * toFloor - wall), wall, texture)
    return [mix(own, mirrored, room.gloss), toFloor]
  }
  if (toCeiling > wall) return [upright(room, ray, ray.down * wall, wall, texture), wall]
  const [x, z] = [ray.dx * toCeiling - room.windowX, ray.dz * toCeiling]
  const isLamp = Math.abs(fraction(x / 2.1) - 0.5) < 0.045 && fraction(z / 2.6) < 0.7 && z < room.endZ - 0.6
  return [isLamp ? LAMP : scale(CEILING, daylightAt(room, ray.dx * toCeiling)), toCeiling]
}

/** The upright surface at the end of a ray: `y` is metres below the eye where the ray meets it. */
function upright(room: Room, ray: Ray, y: number, distance: number, texture: number): Rgb {
  const x = ray.dx * distance
  const z = ray.dz * distance
  if (x <= room.windowX + 0.01) return windowFront(room, y, z, ray, texture)
  const shade = daylightAt(room, x) * (1 - 0.13 * Math.abs(y))
  if (x >= room.rightX - 0.01) return behindGlass(room, y, fraction(z / 1.3) * 1.3, shade, texture)
  if (y > EYE_M - 0.1) return scale(room.wood, shade * 0.5)
  const across = (x - room.windowX) / (room.rightX - room.windowX)
  if (across > room.glassFrom && across < room.glassTo && y > -1.05)
    return behindGlass(room, y, fraction(x / 1.05) * 1.05, shade, texture)
  const slat = room.slats ? (fraction(x / 0.09) < 0.7 ? 1.15 : 0.4) : 1
  // Lamps in the ceiling graze the wall.
  const below = Math.max(0, y + HEADROOM_M)
  const aside = Math.abs(fraction(x / 1.1) - 0.5) * 1.1
  const wash = 0.4 * Math.exp(-((aside / (0.2 + 0.35 * below)) ** 2)) * Math.exp(-below / 0.8)
  const own = scale(room.slats ? room.wood : room.wall, slat * (1 + (room.slats ? 0.2 : 0.05) * texture))
  return [own[0] * (shade + wash), own[1] * (shade + 0.86 * wash), own[2] * (shade + 0.68 * wash)]
}

function windowFront(room: Room, y: number, z: number, ray: Ray, texture: number): Rgb {
  const along = fraction(z / room.bay) * room.bay
  if (along < 0.25 || y < -HEADROOM_M + 0.12 || Math.abs(y + 0.7) < 0.05) return FRAME
  if (y > 0.75) return scale(FRAME, 1.2)
  // Outside: a sky that burns out, and trees in the haze of the glass.
  const below = clamp((ray.down + 0.06 - 0.16 * texture) * 18 + 0.5)
  const leaves = mix(scale([0.36, 0.43, 0.24], 1 + 1.2 * texture), [0.8, 0.84, 0.88], 0.3)
  return scale(mix([0.96, 1, 1.06], leaves, below * 0.82), room.daylight)
}

/** A room behind glass: dark frames, its far wall in lamp light over the backs of furniture, a pale reflection of the windows. */
function behindGlass(room: Room, y: number, along: number, shade: number, texture: number): Rgb {
  if (along < 0.05 || Math.abs(y + 0.75) < 0.03) return [0.05, 0.052, 0.056]
  const inside = mix(scale(room.wood, 0.6), LIT_ROOM, smoothstep(0.9, -0.3, y + 0.6 * texture))
  return mix(inside, [0.7, 0.75, 0.8], 0.1 + 0.1 * shade)
}

/** Plants on the floor: crowns of many small leaves in bunches, lit from the windows and dark within. */
function drawPlants(stage: Stage, room: Room): void {
  const { random } = stage
  for (let x = between(random, 0.05, 0.3); x < WIDE; x += between(random, 0.55, 1)) {
    const away = between(random, 4.4, 6.5)
    const metre = heightsPerMetre(away)
    const crown = {
      y: room.horizon + metre * (EYE_M - between(random, 0.6, 1)),
      wide: metre * 0.33,
      tall: metre * 0.5,
    }
    const branches = Array.from({ length: 9 }, () => ({
      angle: between(random, -Math.PI, Math.PI),
      out: Math.sqrt(random()) * 0.75,
    }))
    for (let leaf = 0; leaf < 240; leaf++) {
      const { angle, out } = branches[leaf % branches.length] ?? { angle: 0, out: 0 }
      const aside = out * Math.cos(angle) + between(random, -0.3, 0.3)
      const down = out * Math.sin(angle) + between(random, -0.28, 0.28)
      const half = between(random, 0.035, 0.07) * metre
      const sun = Math.max(0, 0.1 + (0.5 * leaf) / 240 - 0.3 * aside - 0.25 * down)
      const at = {
        x: x + crown.wide * aside,
        y: crown.y + crown.tall * down,
        rx: half,
        ry: half * between(random, 0.2, 0.5),
      }
      const colour = mix(LEAF_DARK, LEAF_LIGHT, sun * between(random, 0.2, 1.6))
      ellipse(stage, { ...at, angle: between(random, -0.4, Math.PI + 0.4) }, colour, away)
    }
  }
}
