import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { EYE_M, createRoom, drawRoom } from './office-room.ts'
import type { Room } from './office-room.ts'
import { between, createLayer, ellipse, mix } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** What lies this far away on average decides the blur of the room. */
const ROOM_M = 9

/** A long office by day: a window front on the left that recedes, glass rooms across from it, plants. */
export function drawOffice(stage: Stage, lens: Lens): Layer[] {
  const room = createRoom(stage)
  const shell = drawRoom(stage, room)
  const plants = createLayer(stage)
  drawPlants(stage, plants, room)
  return [
    defocus(shell, discRadius(lens, ROOM_M) * stage.unit * 1.15),
    defocus(plants, discRadius(lens, PLANTS_M[1]) * stage.unit),
  ]
}

/** How far away the plants stand, metres. */
const PLANTS_M = [4.4, 5.6] as const
const LEAF_DARK: Rgb = [0.03, 0.042, 0.024]
const LEAF_LIGHT: Rgb = [0.15, 0.185, 0.085]
/** What a leaf turned just so mirrors of the windows. */
const LEAF_SHINE: Rgb = [0.38, 0.43, 0.36]
/** Share of the leaves that are turned so. */
const SHINING = 0.06

/** Plants in pots on the floor: a crown of many small leaves, lit from the windows and dark within. */
function drawPlants(stage: Stage, layer: Layer, room: Room): void {
  const { random } = stage
  const count = Math.floor(between(random, 0.6, 2.8))
  for (let k = 0; k < count; k++) {
    const beside = random() < 0.5 ? -1 : 1
    const metre = heightsPerMetre(between(random, ...PLANTS_M))
    const x = stage.aspect / 2 + beside * between(random, 0.4, 0.52) * stage.aspect
    const tall = between(random, 1.15, 1.6)
    const foot = room.horizon + EYE_M * metre
    drawCrown(stage, layer, {
      x,
      y: foot - metre * (tall - 0.5),
      wide: metre * between(random, 0.26, 0.4),
      tall: metre * 0.5,
      metre,
    })
  }
}

/** Middle and half the size of a crown, and a metre where it stands, picture heights. */
interface Crown {
  x: number
  y: number
  wide: number
  tall: number
  metre: number
}

function drawCrown(stage: Stage, layer: Layer, crown: Crown): void {
  const { random } = stage
  const branches = Array.from({ length: 9 }, () => ({
    angle: between(random, -Math.PI, Math.PI),
    out: Math.sqrt(random()) * 0.75,
  }))
  const leaves = Math.round(between(random, 210, 280))
  for (let leaf = 0; leaf < leaves; leaf++) {
    // Leaves sit in bunches at the ends of branches: light falls between them.
    const { angle, out } = branches[leaf % branches.length] ?? { angle: 0, out: 0 }
    const aside = out * Math.cos(angle) + between(random, -0.3, 0.3)
    const down = out * Math.sin(angle) + between(random, -0.28, 0.28)
    const half = between(random, 0.035, 0.07) * crown.metre
    const nearer = leaf / leaves
    const sun = 0.1 + 0.5 * nearer - 0.3 * aside - 0.25 * down
    const colour = mix(LEAF_DARK, LEAF_LIGHT, Math.max(0, sun * between(random, 0.2, 1.6)))
    ellipse(
      stage,
      layer,
      {
        x: crown.x + crown.wide * aside,
        y: crown.y + crown.tall * down,
        rx: half,
        ry: half * between(random, 0.2, 0.5),
        angle: between(random, -0.4, Math.PI + 0.4),
      },
      nearer > 0.5 && random() < SHINING ? LEAF_SHINE : colour,
    )
  }
}
