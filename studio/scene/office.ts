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
    defocus(plants, discRadius(lens, 7.5) * stage.unit),
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

/** Tall plants in pots on the floor, lit from the windows. */
function drawPlants(stage: Stage, layer: Layer, room: Room): void {
  const { random } = stage
  const count = Math.floor(between(random, 0.6, 2.8))
  for (let k = 0; k < count; k++) {
    const z = between(random, 6.5, 9)
    const beside = random() < 0.5 ? -1 : 1
    const middle = project(stage, room, 0, 0, z)
    const metre = heightsPerMetre(middle.away)
    const x = stage.aspect / 2 + beside * between(random, 0.34, 0.5) * stage.aspect
    const foot = room.horizon + EYE_M * metre
    const tall = between(random, 0.75, 1.25)
    const crown = { x, y: foot - tall * metre }
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
    for (let leaf = 0; leaf < 110; leaf++) {
      const angle = between(random, -Math.PI, Math.PI)
      const out = 0.34 * metre * Math.sqrt(random())
      const turned = between(random, -1, 1)
      const lit = between(random, 0.35, 1) * (1.25 - (0.75 * (Math.cos(angle) * out)) / (0.34 * metre))
      ellipse(
        stage,
        layer,
        {
          x: crown.x + Math.cos(angle) * out,
          y: crown.y + Math.sin(angle) * out * 1.25,
          rx: between(random, 0.07, 0.15) * metre,
          ry: between(random, 0.018, 0.04) * metre,
          angle: angle * 0.6 + turned,
        },
        scale(mix([0.07, 0.12, 0.04], [0.2, 0.27, 0.09], random() * random()), lit),
        0.92,
      )
    }
  }
}
