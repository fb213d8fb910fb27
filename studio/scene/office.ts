import { defocus, discRadius } from './lens.ts'
import {
  between,
  createLayer,
  ellipse,
  mix,
  paint,
  pick,
  polygon,
  rectangle,
  scale,
  stageNoise,
} from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const WALLS: readonly [Rgb, ...Rgb[]] = [
  [0.52, 0.51, 0.49],
  [0.44, 0.46, 0.47],
  [0.5, 0.46, 0.4],
  [0.3, 0.36, 0.38],
]
const FURNITURE: readonly [Rgb, ...Rgb[]] = [
  [0.3, 0.19, 0.1],
  [0.06, 0.065, 0.075],
  [0.42, 0.42, 0.41],
  [0.13, 0.2, 0.22],
  [0.36, 0.25, 0.15],
]

/** A long open office by day: a window front on the left that recedes, a wall, partitions, plants, desks. */
export function drawOffice(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const corner = between(random, 0.3, 0.62) * stage.aspect
  const horizon = between(random, 0.46, 0.56)
  const shell = drawShell(stage, corner, horizon)
  drawPanels(stage, shell, corner, horizon)
  drawWindows(stage, shell, corner, horizon)
  drawFarWall(stage, shell, corner, horizon)
  const middle = createLayer(stage)
  drawDesks(stage, middle, horizon)
  if (random() < 0.8) drawPartition(stage, middle)
  const plants = createLayer(stage)
  const count = Math.floor(between(random, 1, 4))
  for (let k = 0; k < count; k++) {
    drawPlant(stage, plants, random() < 0.4 ? between(random, 0, 0.18) : between(random, 0.6, 0.84), horizon)
  }
  return [
    defocus(shell, discRadius(lens, 11) * stage.unit),
    defocus(middle, discRadius(lens, 6) * stage.unit),
    defocus(plants, discRadius(lens, 4.6) * stage.unit),
  ]
}

/** Floor, ceiling and the far wall with the daylight that fades into the room. */
function drawShell(stage: Stage, corner: number, horizon: number): Layer {
  const layer = createLayer(stage)
  const wall = pick(stage.random, WALLS)
  const floor: Rgb = pick(stage.random, [
    [0.25, 0.2, 0.15],
    [0.2, 0.21, 0.22],
    [0.32, 0.27, 0.21],
  ])
  const cloud = stageNoise(stage, 0x91c, 0.45, 4)
  const ceiling = between(stage.random, 0.1, 0.22)
  paint(stage, layer, (x, y, out, i) => {
    const day = 0.5 + 0.75 * Math.exp(-Math.max(0, x - corner * 0.4) * 2.6)
    const light = day * (1 + 0.2 * (cloud[i] ?? 0))
    const surface: Rgb = y < ceiling ? [0.42, 0.42, 0.42] : y > horizon + 0.22 ? floor : wall
    const foot = y > horizon + 0.22 ? 0.7 + 0.5 * (y - horizon) : 1.08 - 0.25 * y
    out[0] = surface[0] * light * foot * (0.98 + 0.06 * x)
    out[1] = surface[1] * light * foot
    out[2] = surface[2] * light * foot * (1.05 - 0.12 * x)
  })
  return layer
}

/** The window front on the left, bay by bay towards the vanishing point. */
function drawWindows(stage: Stage, layer: Layer, corner: number, horizon: number): void {
  const { random } = stage
  const vanish = corner + between(random, 0.3, 0.75)
  const up = between(random, 0.9, 1.25)
  const down = between(random, 0.35, 0.6)
  const outside = between(random, 1.2, 1.9)
  const green = random() < 0.6
  let near = -0.35
  while (near < corner - 0.01) {
    const far = near + (vanish - near) * between(random, 0.2, 0.28)
    const frame = (vanish - near) * 0.035
    const at = (x: number, share: number) => horizon + ((vanish - x) / (vanish + 0.35)) * share
    const left = near + frame
    const right = Math.min(corner, far - frame * 0.6)
    const light = outside * between(random, 0.85, 1.15)
    polygon(
      stage,
      layer,
      [
        [left, at(left, -up)],
        [right, at(right, -up)],
        [right, at(right, down)],
        [left, at(left, down)],
      ],
      scale([0.9, 0.97, 1.06], light),
    )
    // What stands outside: façades or trees, washed out by the light.
    const skyline = between(random, 0.02, 0.3)
    const view: Rgb = green ? [0.4, 0.5, 0.3] : [0.55, 0.55, 0.58]
    polygon(
      stage,
      layer,
      [
        [left, at(left, -skyline)],
        [right, at(right, -skyline * between(random, 0.7, 1.2))],
        [right, at(right, down)],
        [left, at(left, down)],
      ],
      scale(view, light * 0.7),
      0.85,
    )
    near = far
  }
}

/** Something on the far wall: shelving, a screen, a doorway, a picture. */
function drawFarWall(stage: Stage, layer: Layer, corner: number, horizon: number): void {
  const { random, aspect } = stage
  let x = corner + between(random, 0.02, 0.1)
  while (x < aspect + 0.1) {
    const width = between(random, 0.07, 0.22)
    const kind = random()
    const right = x + width
    if (kind < 0.35) {
      const dark = scale(pick(random, FURNITURE), between(random, 0.7, 1.2))
      rectangle(
        stage,
        layer,
        { left: x, top: between(random, 0.1, 0.3), right, bottom: horizon + 0.24 },
        dark,
      )
    } else if (kind < 0.6) {
      const top = between(random, 0.2, 0.34)
      for (let y = top; y < horizon + 0.2; y += between(random, 0.06, 0.1)) {
        const colour = mix(pick(random, FURNITURE), [0.5, 0.48, 0.45], random() * 0.7)
        rectangle(
          stage,
          layer,
          { left: x, top: y, right: x + width * between(random, 0.5, 1), bottom: y + 0.05 },
          colour,
        )
      }
    } else if (kind < 0.8) {
      const light = scale([0.95, 0.97, 1], between(random, 0.7, 1.1))
      rectangle(stage, layer, { left: x, top: 0.16, right, bottom: horizon + 0.22 }, light)
    }
    x = right + between(random, 0.03, 0.14)
  }
}

function drawDesks(stage: Stage, layer: Layer, horizon: number): void {
  const { random, aspect } = stage
  const rows = Math.floor(between(random, 2, 4))
  for (let k = 0; k < rows; k++) {
    const top = horizon + between(random, 0.16, 0.4)
    const left = between(random, -0.2, aspect * 0.8)
    const right = left + between(random, 0.25, 0.6)
    rectangle(
      stage,
      layer,
      { left, top, right, bottom: top + 0.022 },
      mix(pick(random, FURNITURE), [0.6, 0.57, 0.52], 0.5),
    )
    rectangle(
      stage,
      layer,
      { left: left + 0.03, top: top + 0.02, right: right - 0.03, bottom: 1.2 },
      [0.1, 0.1, 0.1],
      0.45,
    )
    const screen = between(random, left, right - 0.1)
    const box = {
      left: screen,
      top: top - between(random, 0.11, 0.15),
      right: screen + between(random, 0.14, 0.2),
      bottom: top - 0.03,
    }
    rectangle(stage, layer, box, random() < 0.6 ? [0.05, 0.052, 0.06] : [0.26, 0.29, 0.33])
  }
}

/** A glass partition: thin dark frames, a pale reflection between them. */
function drawPartition(stage: Stage, layer: Layer): void {
  const { random } = stage
  const frame: Rgb = random() < 0.6 ? [0.035, 0.035, 0.04] : [0.5, 0.5, 0.5]
  let x = between(random, 0.45, 0.62)
  while (x < stage.aspect + 0.1) {
    const width = between(random, 0.13, 0.24)
    rectangle(stage, layer, { left: x, top: -0.1, right: x + 0.014, bottom: 1.1 }, frame)
    const sheen = between(random, 0.1, 0.22)
    rectangle(
      stage,
      layer,
      { left: x + 0.014, top: -0.1, right: x + width, bottom: 1.1 },
      [0.75, 0.82, 0.88],
      sheen,
    )
    x += width
  }
  rectangle(stage, layer, { left: 0.5, top: 0.7, right: 1, bottom: 0.712 }, frame, 0.8)
}

function drawPlant(stage: Stage, layer: Layer, x: number, horizon: number): void {
  const { random } = stage
  const foot = horizon + between(random, 0.16, 0.36)
  const reach = between(random, 0.1, 0.2)
  for (let k = 0; k < 60; k++) {
    const angle = between(random, -2.6, -0.5)
    const distance = reach * Math.sqrt(random())
    const lit = between(random, 0.25, 1.25) * (Math.cos(angle) < 0 ? 1.25 : 0.7)
    ellipse(
      stage,
      layer,
      {
        x: x + Math.cos(angle) * distance,
        y: foot + Math.sin(angle) * distance * 1.6,
        rx: between(random, 0.02, 0.045),
        ry: between(random, 0.006, 0.014),
        angle: angle + between(random, -0.6, 0.6),
      },
      scale([0.09, 0.15, 0.05], lit),
      0.9,
    )
  }
}

/** Light panels in the ceiling, in a row that runs away from the lens. */
function drawPanels(stage: Stage, layer: Layer, corner: number, horizon: number): void {
  const { random } = stage
  const vanish = corner + between(random, 0, 0.25)
  const start = between(random, 0.1, 0.75)
  const warm = between(random, 0.8, 1)
  for (let k = 0; k < 6; k++) {
    const near = 0.74 ** k
    const far = near * 0.84
    const x = (share: number, width: number) => vanish + (start + width) * share * 0.7
    const y = (share: number) => horizon - (horizon + 0.1) * share
    polygon(
      stage,
      layer,
      [
        [x(near, 0), y(near)],
        [x(near, 0.14), y(near)],
        [x(far, 0.14), y(far)],
        [x(far, 0), y(far)],
      ],
      scale([1, 0.96 * warm + 0.03, 0.9 * warm], 1.5),
    )
  }
}
