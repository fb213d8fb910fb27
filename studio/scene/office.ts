import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { EYE_M, createRoom, daylightAt, drawRoom, project } from './office-room.ts'
import type { Room } from './office-room.ts'
import { between, createLayer, ellipse, lightDisc, mix, polygon, scale } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** What lies this far away on average decides the blur of the room. */
const ROOM_M = 9

/** A long office by day: a window front on the left that recedes, glass rooms across from it, plants and lamps. */
export function drawOffice(stage: Stage, lens: Lens): Layer[] {
  const room = createRoom(stage)
  const shell = drawRoom(stage, room)
  const lamps = createLayer(stage)
  drawLamps(stage, lamps, lens, room)
  const desks = createLayer(stage)
  drawDesks(stage, desks, room)
  const plants = createLayer(stage)
  drawPlants(stage, plants, room)
  return [
    defocus(shell, discRadius(lens, ROOM_M) * stage.unit * 1.15),
    defocus(desks, discRadius(lens, 7) * stage.unit),
    lamps,
    defocus(plants, discRadius(lens, PLANTS_M[1]) * stage.unit),
  ]
}

/** Pendants over the far tables: warm discs in a row. */
function drawLamps(stage: Stage, layer: Layer, lens: Lens, room: Room): void {
  const { random } = stage
  if (random() < 0.2) return
  const x = between(random, -0.4, 0.6) - 8 * room.turn
  const y = -between(random, 0.35, 0.8)
  const warm = between(random, 0.55, 0.75)
  for (let z = between(random, 6, 8); z < room.endZ; z += between(random, 1.3, 1.9)) {
    const at = project(stage, room, x, y, z)
    const radius = discRadius(lens, at.away)
    lightDisc(stage, layer, { x: at.x, y: at.y, radius }, scale([1, 0.86, warm], between(random, 0.4, 0.65)))
  }
}

/** Tables with screens, far enough away to be no more than planes of light and dark. */
function drawDesks(stage: Stage, layer: Layer, room: Room): void {
  const { random } = stage
  const count = Math.floor(between(random, 1, 4))
  for (let k = 0; k < count; k++) {
    const z = between(random, 6.5, 10)
    const x = between(random, room.windowX + 0.5, room.rightX - 1)
    const width = between(random, 1.2, 1.8)
    const light = daylightAt(room, x)
    const at = (dx: number, y: number, dz = 0): readonly [number, number] => {
      const point = project(stage, room, x + dx, y, z + dz)
      return [point.x, point.y]
    }
    const top = EYE_M - 0.74
    polygon(
      stage,
      layer,
      [at(0, top), at(width, top), at(width, top, 0.8), at(0, top, 0.8)],
      scale(room.wood, 1.6 * light),
    )
    polygon(
      stage,
      layer,
      [at(0, top), at(width, top), at(width, top + 0.05), at(0, top + 0.05)],
      scale(room.wood, light),
    )
    polygon(
      stage,
      layer,
      [at(0.05, top + 0.05), at(width - 0.05, top + 0.05), at(width - 0.05, EYE_M), at(0.05, EYE_M)],
      [0.1, 0.1, 0.1],
      0.4,
    )
    const screen = between(random, 0.1, width - 0.7)
    const foot = top - 0.12
    const glow: Rgb = random() < 0.5 ? [0.1, 0.11, 0.13] : [0.2, 0.225, 0.25]
    polygon(
      stage,
      layer,
      [
        at(screen, foot - 0.34, 0.5),
        at(screen + 0.58, foot - 0.34, 0.5),
        at(screen + 0.58, foot, 0.5),
        at(screen, foot, 0.5),
      ],
      glow,
      0.9,
    )
  }
}

/** How far away the plants stand, metres: near enough to have leaves. */
const PLANTS_M = [4.4, 5.6] as const
const LEAF_DARK: Rgb = [0.035, 0.06, 0.028]
const LEAF_LIGHT: Rgb = [0.16, 0.21, 0.085]

/** Tall plants in pots on the floor, their leaves broad and lit from the windows. */
function drawPlants(stage: Stage, layer: Layer, room: Room): void {
  const { random } = stage
  const count = Math.floor(between(random, 0.6, 2.8))
  for (let k = 0; k < count; k++) {
    const beside = random() < 0.5 ? -1 : 1
    const metre = heightsPerMetre(between(random, ...PLANTS_M))
    const x = stage.aspect / 2 + beside * between(random, 0.4, 0.54) * stage.aspect
    const foot = room.horizon + EYE_M * metre
    const tall = between(random, 0.95, 1.4)
    polygon(
      stage,
      layer,
      [
        [x - 0.16 * metre, foot - 0.4 * metre],
        [x + 0.16 * metre, foot - 0.4 * metre],
        [x + 0.12 * metre, foot],
        [x - 0.12 * metre, foot],
      ],
      [0.3, 0.29, 0.28],
    )
    const leaves = Math.round(between(random, 26, 40))
    for (let leaf = 0; leaf < leaves; leaf++) {
      const depth = leaf / leaves
      const root = foot - metre * between(random, 0.4, tall)
      const angle = -Math.PI / 2 + between(random, -1.5, 1.5)
      const half = between(random, 0.09, 0.16) * metre
      // Leaves turned to the windows shine, those behind lie in the shade of the others.
      const sun = 0.25 + 0.5 * depth - 0.35 * Math.cos(angle)
      const colour = mix(LEAF_DARK, LEAF_LIGHT, Math.max(0, sun * between(random, 0.3, 1.3)))
      const out = 1.5 * half
      ellipse(
        stage,
        layer,
        {
          x: x + Math.cos(angle) * out,
          y: root + Math.sin(angle) * out,
          rx: half,
          ry: half * between(random, 0.25, 0.45),
          angle: angle + between(random, -0.3, 0.3),
        },
        colour,
      )
    }
  }
}
