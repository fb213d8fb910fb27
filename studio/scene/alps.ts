import { smoothstep } from '#studio/matte/filters.ts'
import { createRandom, fractalNoise } from './noise.ts'
import { defocus, discRadius } from './lens.ts'
import { between, createLayer, mix, paint, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const AIR: Rgb = [0.4, 0.53, 0.72]
const SNOW: Rgb = [1.12, 1.05, 0.96]
const SNOW_SHADE: Rgb = [0.3, 0.39, 0.57]
const ROCK: Rgb = [0.27, 0.25, 0.23]
const ROCK_SHADE: Rgb = [0.1, 0.125, 0.17]

/** A mountain's outline: midpoint displacement between peaks, as heights above the valley over the columns. */
function ridgeLine(stage: Stage, salt: number, roughness: number): Float32Array {
  const random = createRandom((stage.seed ^ salt) >>> 0)
  const steps = 512
  const line = new Float32Array(steps + 1)
  let span = steps
  let size = 1
  line[0] = random() * 0.6
  line[steps] = random() * 0.6
  while (span > 1) {
    for (let k = span / 2; k < steps; k += span) {
      const middle = ((line[k - span / 2] ?? 0) + (line[k + span / 2] ?? 0)) / 2
      line[k] = middle + (random() - 0.5) * size
    }
    span /= 2
    size *= roughness
  }
  const low = line.reduce((least, value) => Math.min(least, value))
  const high = line.reduce((most, value) => Math.max(most, value))
  return Float32Array.from({ length: stage.width }, (_, x) => {
    const at = (x / (stage.width - 1)) * steps
    const step = Math.min(steps - 1, Math.floor(at))
    const value = (line[step] ?? 0) + ((line[step + 1] ?? 0) - (line[step] ?? 0)) * (at - step)
    return (value - low) / (high - low)
  })
}

/** Snow peaks beyond wooded slopes on a clear day; the sun stands high on the left, air turns distance blue. */
export function drawAlps(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const peaks = between(random, 0.14, 0.28)
  const sky = drawSky(stage)
  const range = drawRange(stage, {
    salt: 0x11a,
    top: peaks,
    foot: 0.68,
    haze: 0.16,
    snowEnds: 0.62,
  })
  const ridge = between(random, 0.52, 0.6)
  const nearer = drawRange(stage, {
    salt: 0x22b,
    top: ridge,
    foot: 0.8,
    haze: 0.3,
    snowEnds: 0.06,
  })
  const forest = drawSlope(stage, 0x33c, between(random, 0.62, 0.7))
  const meadow = drawMeadow(stage, between(random, 0.9, 0.97))
  const far = discRadius(lens, 4000) * stage.unit
  return [
    sky,
    defocus(range, far),
    defocus(nearer, far),
    defocus(forest, discRadius(lens, 300) * stage.unit),
    defocus(meadow, discRadius(lens, 40) * stage.unit),
  ]
}

function drawSky(stage: Stage): Layer {
  const layer = createLayer(stage)
  const high = stageNoise(stage, 0x44d, 0.5, 5)
  const wisps = stageNoise(stage, 0x55e, 0.2, 4)
  const cover = between(stage.random, -0.25, 0.12)
  paint(stage, layer, (x, y, out, i) => {
    const down = Math.max(0, Math.min(1, y / 0.62))
    const blue = mix([0.15, 0.32, 0.66], [0.52, 0.66, 0.82], down ** 0.8)
    const cloud = Math.max(0, Math.min(1, ((high[i] ?? 0) + 0.35 * (wisps[i] ?? 0) + cover) * 1.3)) ** 1.5
    const white: Rgb = [0.86 - 0.08 * x, 0.87 - 0.07 * x, 0.9 - 0.05 * x]
    const colour = mix(blue, white, cloud * 0.8)
    out[0] = colour[0]
    out[1] = colour[1]
    out[2] = colour[2]
  })
  return layer
}

interface Range {
  salt: number
  /** Highest summit and the valley, picture heights from the top. */
  top: number
  foot: number
  /** Share of the air's own light before it. */
  haze: number
  /** Share of the way from summit to foot where snow ends. */
  snowEnds: number
}

/** Height of the rock above its flank, by ridged noise: gullies and ribs that run down the fall line. */
interface Relief {
  side: number
  values: Float32Array
}

function createRelief(seed: number): Relief {
  const side = 256
  const values = new Float32Array(side * side)
  let share = 1
  for (let octave = 0, cell = 64; cell >= 8; octave++, cell /= 2) {
    const noise = fractalNoise((seed + octave * 977) >>> 0, side, side, cell, 1)
    // Folding noise about zero leaves sharp crests, the shape erosion leaves.
    for (let i = 0; i < values.length; i++)
      values[i] = (values[i] ?? 0) + share * (0.5 - Math.abs(noise[i] ?? 0))
    share *= 0.48
  }
  return { side, values }
}

/** Relief at any place, tile units; the tile is mirrored at its edges. */
function heightAt({ side, values }: Relief, x: number, y: number): number {
  const fold = (value: number) => {
    const turned = Math.abs(value) % (2 * side - 2)
    return turned < side ? turned : 2 * side - 2 - turned
  }
  const fx = fold(x)
  const fy = fold(y)
  const column = Math.min(side - 2, Math.floor(fx))
  const row = Math.min(side - 2, Math.floor(fy))
  const u = fx - column
  const v = fy - row
  const at = row * side + column
  const upper = (values[at] ?? 0) * (1 - u) + (values[at + 1] ?? 0) * u
  const lower = (values[at + side] ?? 0) * (1 - u) + (values[at + side + 1] ?? 0) * u
  return upper * (1 - v) + lower * v
}

interface Peak {
  x: number
  y: number
  /** Fall of each flank per run. */
  left: number
  right: number
  /** Run per fall of the spine that parts sun from shade: it comes down towards the viewer. */
  lean: number
}

/** Summits of a range, the highest beside the head, not behind it. */
function createPeaks(stage: Stage, range: Range): Peak[] {
  const random = createRandom((stage.seed ^ range.salt) >>> 0)
  const fall = range.foot - range.top
  const beside = between(random, 0.06, 0.24)
  const summit = (random() < 0.5 ? beside : 1 - beside) * stage.aspect
  return Array.from({ length: 12 }, (_, k) => ({
    x: k === 0 ? summit : between(random, -0.2, stage.aspect + 0.2),
    y: k === 0 ? range.top : range.top + fall * between(random, 0.18, 0.66),
    left: between(random, 0.45, 0.95),
    right: between(random, 0.45, 0.95),
    lean: between(random, -0.75, 0.75),
  }))
}

/** Skyline over a column, and how far the ground at a point turns to the left (-1) or right (1). */
function flankAt(
  peaks: readonly Peak[],
  x: number,
  y: number,
  wander: number,
): { crest: number; turn: number } {
  let crest = Infinity
  let turn = 0
  let total = 0
  for (const peak of peaks) {
    const off = x - peak.x
    const own = peak.y + Math.abs(off) * (off < 0 ? peak.left : peak.right)
    crest = Math.min(crest, own)
    if (own - y > 0.12) continue
    // Flanks that meet share the gully between them.
    const weight = Math.exp((y - own) * 9)
    turn += weight * Math.tanh((off - peak.lean * (y - peak.y) + wander) / 0.045)
    total += weight
  }
  return { crest, turn: total > 0 ? turn / total : 0 }
}

/** A range of snow and rock lit from the upper left, behind its share of air. */
function drawRange(stage: Stage, range: Range): Layer {
  const layer = createLayer(stage)
  const relief = createRelief(stage.seed ^ range.salt ^ 0x1)
  const peaks = createPeaks(stage, range)
  const rough = stageNoise(stage, range.salt ^ 0x2, 0.09, 5)
  const fall = range.foot - range.top
  const grain = 300
  paint(stage, layer, (x, y, out, i) => {
    const flank = flankAt(peaks, x, y, 0.12 * (rough[i] ?? 0))
    const crest = flank.crest + 0.03 * (rough[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    if (out[3] === 0) return
    // Ribs lean with the flank they run down.
    const along = (x - 0.4 * flank.turn * (y - crest)) * grain
    const down = (y - crest) * grain * 0.42
    const here = heightAt(relief, along, down)
    const toSun = heightAt(relief, along - 5, down - 3)
    const facing = (here - toSun) * 3.2 - 0.36 * flank.turn
    const sun = smoothstep(-0.42, 0.5, facing)
    const share = (y - range.top) / fall
    const lying = smoothstep(
      0.16,
      -0.12,
      share - range.snowEnds + 0.34 * (0.5 - here) + 0.1 * (rough[i] ?? 0),
    )
    const ground = mix(mix(ROCK_SHADE, ROCK, sun), mix(SNOW_SHADE, SNOW, sun), lying)
    const thick = Math.min(0.9, range.haze + 0.62 * smoothstep(0.45, 1.05, share))
    const colour = mix(ground, AIR, thick)
    out[0] = colour[0]
    out[1] = colour[1]
    out[2] = colour[2]
  })
  return layer
}

/** A wooded slope before the mountains: dark, blue with distance, uneven by groups of trees. */
function drawSlope(stage: Stage, salt: number, top: number): Layer {
  const layer = createLayer(stage)
  const line = ridgeLine(stage, salt, 0.48)
  const trees = stageNoise(stage, salt ^ 0x5, 0.045, 3)
  const groves = stageNoise(stage, salt ^ 0x6, 0.2, 3)
  const lean = between(stage.random, -0.16, 0.16)
  paint(stage, layer, (x, y, out, i) => {
    const column = i % stage.width
    const crest = top + (1 - (line[column] ?? 0)) * 0.09 + lean * (x - 0.4) + 0.012 * (trees[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    if (out[3] === 0) return
    const light = 1 + 0.9 * (trees[i] ?? 0) + 0.6 * (groves[i] ?? 0) - 0.25 * x
    const clearing = Math.min(1, Math.max(0, ((groves[i] ?? 0) - 0.12) * 5))
    const wood = mix([0.035, 0.062, 0.05], [0.1, 0.14, 0.06], clearing)
    const air = 0.2 * Math.exp(-(y - crest) * 6)
    out[0] = wood[0] * light + 0.42 * air * 0.6
    out[1] = wood[1] * light + 0.55 * air * 0.6
    out[2] = wood[2] * light + 0.74 * air * 0.6
  })
  return layer
}

function drawMeadow(stage: Stage, top: number): Layer {
  const layer = createLayer(stage)
  const waves = stageNoise(stage, 0x66f, 0.12, 3)
  const tufts = stageNoise(stage, 0x67f, 0.03, 2)
  paint(stage, layer, (x, y, out, i) => {
    const crest = top + 0.05 * Math.sin(x * 3 + stage.seed) + 0.03 * (waves[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    const light = (1 + 0.4 * (waves[i] ?? 0) + 0.25 * (tufts[i] ?? 0)) * (1.1 - 0.3 * x)
    out[0] = 0.15 * light
    out[1] = 0.19 * light
    out[2] = 0.06 * light
  })
  return layer
}
