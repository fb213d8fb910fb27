import { smoothstep } from '#studio/matte/filters.ts'
import { createRandom, fractalNoise } from './noise.ts'
import { defocus, discRadius } from './lens.ts'
import { between, createLayer, mix, paint, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const ZENITH: Rgb = [0.09, 0.22, 0.54]
const HORIZON: Rgb = [0.3, 0.48, 0.74]
const VEIL: Rgb = [0.7, 0.75, 0.82]
const AIR: Rgb = [0.27, 0.39, 0.58]
const SNOW: Rgb = [1, 0.95, 0.88]
const SNOW_SHADE: Rgb = [0.36, 0.42, 0.55]
const ROCK: Rgb = [0.165, 0.155, 0.15]
const ROCK_SHADE: Rgb = [0.028, 0.04, 0.068]
const WOOD: Rgb = [0.026, 0.046, 0.034]
const PASTURE: Rgb = [0.085, 0.12, 0.045]

/** Power of the distance from a summit: below 1 its flanks are hollow. */
const HOLLOW = 0.85
/** Depth of the jags of a skyline, picture heights. */
const JAGS = 0.09
/** Width of the spine that parts sun from shade, picture heights. */
const SPINE = 0.015
/** Below here wood and meadow cover every range, picture heights from the top. */
const HIDDEN = 0.9
/** Tile units of the relief per picture height. */
const RELIEF_SCALE = 300

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
  const sky = drawSky(stage)
  const tall = random() < 0.5 ? 'left' : 'right'
  const distant = drawRange(stage, {
    salt: 0x22b,
    top: between(random, 0.3, 0.36),
    foot: 0.8,
    haze: 0.62,
    snowEnds: 0.5,
    tall: tall === 'left' ? 'right' : 'left',
  })
  const range = drawRange(stage, {
    salt: 0x11a,
    top: between(random, 0.12, 0.2),
    foot: 0.7,
    haze: 0.08,
    snowEnds: 0.42,
    tall,
  })
  const far = drawSlope(stage, { salt: 0x33c, side: between(random, 0.5, 0.56), air: 0.34, trees: 0.014 })
  const near = drawSlope(stage, { salt: 0x34c, side: between(random, 0.62, 0.68), air: 0.06, trees: 0.03 })
  const meadow = drawMeadow(stage, between(random, 0.86, 0.92))
  const infinite = discRadius(lens, 4000) * stage.unit
  return [
    sky,
    defocus(distant, infinite),
    defocus(range, infinite),
    defocus(far, discRadius(lens, 900) * stage.unit),
    defocus(near, discRadius(lens, 120) * stage.unit),
    defocus(meadow, discRadius(lens, 25) * stage.unit),
  ]
}

/** A clear sky, deeper above, with at most a veil of high cloud drawn out along the wind. */
function drawSky(stage: Stage): Layer {
  const layer = createLayer(stage)
  const high = stageNoise(stage, 0x44d, 0.4, 4)
  const cover = between(stage.random, 0, 0.4)
  paint(stage, layer, (x, y, out, i) => {
    const down = Math.max(0, Math.min(1, y / 0.55))
    const blue = mix(ZENITH, HORIZON, down ** 0.9)
    const veil = cover * smoothstep(0.05, 0.6, high[i] ?? 0) * (1 - 0.4 * down)
    const colour = mix(blue, VEIL, veil)
    const towardsSun = 1.06 - 0.12 * x
    out[0] = colour[0] * towardsSun
    out[1] = colour[1] * towardsSun
    out[2] = colour[2] * towardsSun
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
  /** Side of its highest summit. */
  tall: 'left' | 'right'
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

/** Summits of a range: the highest on one side of the head, its rival on the other, none behind it. */
function createPeaks(stage: Stage, range: Range): [Peak, ...Peak[]] {
  const random = createRandom((stage.seed ^ range.salt) >>> 0)
  const fall = range.foot - range.top
  const place = (fromEdge: number) => (range.tall === 'left' ? fromEdge : stage.aspect - fromEdge)
  const peak = (x: number, y: number): Peak => ({
    x,
    y,
    left: between(random, 0.42, 0.8),
    right: between(random, 0.42, 0.8),
    lean: between(random, -0.6, 0.6),
  })
  return [
    peak(place(between(random, 0.06, 0.15)), range.top),
    peak(place(stage.aspect - between(random, 0.04, 0.14)), range.top + fall * between(random, 0.18, 0.3)),
    ...Array.from({ length: 8 }, (_, k) =>
      peak(((k + random()) / 8) * (stage.aspect + 0.4) - 0.2, range.top + fall * between(random, 0.3, 0.6)),
    ),
  ]
}

/** The flank that makes the skyline over a column. */
interface Flank {
  peak: Peak
  crest: number
}

/** Jags are the same all the way down a column: rock does not overhang. */
function skyline(
  { width, unit, pad }: Stage,
  [summit, ...others]: readonly [Peak, ...Peak[]],
  rough: Float32Array,
): Flank[] {
  return Array.from({ length: width }, (_, column) => {
    const x = (column + 0.5 - pad) / unit
    const flank = others.reduce<Flank>(
      (best, peak) => {
        const crest = flankOf(peak, x)
        return crest < best.crest ? { peak, crest } : best
      },
      { peak: summit, crest: flankOf(summit, x) },
    )
    return { ...flank, crest: flank.crest + JAGS * (rough[column] ?? 0) }
  })
}

/** Height of a peak's own flank: steepest under the summit, where ice has undercut it. */
function flankOf({ x, y, left, right }: Peak, at: number): number {
  const off = at - x
  return y + (off < 0 ? left : right) * Math.abs(off) ** HOLLOW
}

/** How far the ground at a point turns to the left (-1) or right (1). */
function turnAt({ x, y, lean }: Peak, atX: number, atY: number, wander: number): number {
  const off = atX - x - lean * (atY - y) + wander
  return off / (Math.abs(off) + SPINE)
}

/** A range of snow and rock lit from the upper left, behind its share of air. */
function drawRange(stage: Stage, range: Range): Layer {
  const layer = createLayer(stage)
  const relief = createRelief(stage.seed ^ range.salt ^ 0x1)
  const rough = stageNoise(stage, range.salt ^ 0x2, 0.16, 5)
  const flanks = skyline(stage, createPeaks(stage, range), rough)
  const fall = range.foot - range.top
  paint(stage, layer, (x, y, out, i) => {
    const uneven = rough[i] ?? 0
    const flank = flanks[i % stage.width]
    const crest = flank?.crest ?? Infinity
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    if (!flank || out[3] === 0 || y > HIDDEN) return
    const turn = turnAt(flank.peak, x, y, 0.16 * uneven)
    // Ribs lean with the flank they run down.
    const along = (x - 0.5 * turn * (y - crest)) * RELIEF_SCALE
    const down = (y - crest) * RELIEF_SCALE * 0.4
    const here = heightAt(relief, along, down)
    const toSun = heightAt(relief, along - 7, down - 4)
    const sun = smoothstep(-0.35, 0.35, (here - toSun) * 3 - 0.4 * turn)
    const share = (y - range.top) / fall
    // Snow holds in the gullies and slides off the ribs; below its line only gullies keep some.
    const lying = smoothstep(-0.07, 0.07, range.snowEnds - share + 0.9 * (0.56 - here) + 0.25 * uneven)
    const ground = mix(mix(ROCK_SHADE, ROCK, sun), mix(SNOW_SHADE, SNOW, sun), lying)
    const thick = Math.min(0.85, range.haze + 0.5 * smoothstep(0.4, 1.2, share))
    const colour = mix(ground, AIR, thick)
    out[0] = colour[0]
    out[1] = colour[1]
    out[2] = colour[2]
  })
  return layer
}

interface Slope {
  salt: number
  /** Where its crest leaves the picture at the sides, picture heights from the top. */
  side: number
  /** Share of the air's own light before it. */
  air: number
  /** Height of its trees, picture heights. */
  trees: number
}

/** Wooded flanks of a valley that open behind the person: no line runs level through the neck. */
function drawSlope(stage: Stage, { salt, side, air, trees }: Slope): Layer {
  const layer = createLayer(stage)
  const line = ridgeLine(stage, salt, 0.5)
  const crowns = stageNoise(stage, salt ^ 0x5, trees * 1.6, 2)
  const groves = stageNoise(stage, salt ^ 0x6, 0.2, 3)
  const bottom = between(stage.random, 0.35, 0.65) * stage.aspect
  const lean = between(stage.random, -0.1, 0.1)
  paint(stage, layer, (x, y, out, i) => {
    const column = i % stage.width
    const open = Math.min(1, Math.abs(x - bottom) / (stage.aspect / 2))
    const crest =
      side +
      0.2 * (1 - open) +
      lean * (x - bottom) +
      0.07 * (1 - (line[column] ?? 0)) +
      trees * (crowns[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    if (out[3] === 0) return
    const clearing = smoothstep(0.14, 0.3, groves[i] ?? 0)
    const light = (1 + 1.1 * (crowns[i] ?? 0) + 0.5 * (groves[i] ?? 0)) * (1.15 - 0.4 * x)
    const colour = mix(scale(mix(WOOD, PASTURE, clearing), light), AIR, air * Math.exp((crest - y) * 3))
    out[0] = colour[0]
    out[1] = colour[1]
    out[2] = colour[2]
  })
  return layer
}

function drawMeadow(stage: Stage, top: number): Layer {
  const layer = createLayer(stage)
  const waves = stageNoise(stage, 0x66f, 0.12, 3)
  const tufts = stageNoise(stage, 0x67f, 0.03, 2)
  const lean = between(stage.random, -0.12, 0.12)
  paint(stage, layer, (x, y, out, i) => {
    const crest = top + lean * (x - stage.aspect / 2) + 0.03 * (waves[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    const light = (1 + 0.4 * (waves[i] ?? 0) + 0.25 * (tufts[i] ?? 0)) * (1.1 - 0.3 * x)
    out[0] = 0.15 * light
    out[1] = 0.19 * light
    out[2] = 0.06 * light
  })
  return layer
}
