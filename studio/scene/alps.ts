import { createRandom } from './noise.ts'
import { defocus, discRadius } from './lens.ts'
import { between, createLayer, mix, paint, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const AIR: Rgb = [0.4, 0.53, 0.72]
const SNOW: Rgb = [1.12, 1.05, 0.96]
const SNOW_SHADE: Rgb = [0.17, 0.26, 0.44]
const ROCK: Rgb = [0.2, 0.185, 0.17]
const ROCK_SHADE: Rgb = [0.06, 0.075, 0.1]

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
    foot: 0.66,
    peaks: 26,
    haze: 0.07,
    snowLine: 0.12,
  })
  const ridge = between(random, 0.44, 0.52)
  const nearer = drawRange(stage, {
    salt: 0x22b,
    top: ridge,
    foot: 0.78,
    peaks: 16,
    haze: 0.22,
    snowLine: 0.3,
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
  peaks: number
  /** Share of the air's own light before it. */
  haze: number
  /** Picture heights above the foot from which snow lies. */
  snowLine: number
}

interface Peak {
  x: number
  y: number
  /** Run of each flank per unit of fall. */
  left: number
  right: number
  /** Where the spine that parts sun from shade lies, per row below the summit. */
  spine: Float32Array
}

/** A mountain and its buttresses: each a flank in the sun and one in the shade, parted by a wandering spine. */
function drawRange(stage: Stage, range: Range): Layer {
  const layer = createLayer(stage)
  const random = createRandom((stage.seed ^ range.salt) >>> 0)
  const broken = stageNoise(stage, range.salt ^ 0x1, 0.05, 4)
  const streaks = stageNoise(stage, range.salt ^ 0x2, 0.16, 5)
  const fall = range.foot - range.top
  const peaks: Peak[] = []
  // Beside the head, not behind it.
  const beside = between(random, 0.08, 0.26)
  const summit = (random() < 0.5 ? beside : 1 - beside) * stage.aspect
  for (let k = 0; k < range.peaks; k++) {
    // The first few make the skyline, the many after them stand before it as buttresses.
    const share = k / range.peaks
    const x = k === 0 ? summit : between(random, -0.15, stage.aspect + 0.15)
    const near = Math.max(0, 1 - Math.abs(x - summit) * 1.5)
    const y =
      k === 0 ? range.top : range.top + fall * (0.12 + 0.5 * share + between(random, 0, 0.34) - 0.1 * near)
    peaks.push(createPeak(stage, random, x, y))
  }
  peaks.sort((p, q) => p.y - q.y)
  for (const peak of peaks) drawPeak(stage, layer, { peak, range, broken, streaks })
  return layer
}

function createPeak(stage: Stage, random: () => number, x: number, y: number): Peak {
  const spine = new Float32Array(stage.height)
  const lean = between(random, -0.5, 0.5)
  let drift = 0
  let offset = 0
  for (let row = 0; row < spine.length; row++) {
    drift = drift * 0.9 + (random() - 0.5) * 0.9
    offset += (lean + drift) / stage.unit
    spine[row] = offset
  }
  return { x, y, left: between(random, 0.65, 1.25), right: between(random, 0.65, 1.25), spine }
}

interface Facet {
  peak: Peak
  range: Range
  broken: Float32Array
  streaks: Float32Array
}

function drawPeak(stage: Stage, layer: Layer, { peak, range, broken, streaks }: Facet): void {
  const first = Math.max(0, Math.floor(peak.y * stage.unit + stage.pad))
  for (let row = first; row < stage.height; row++) {
    const y = (row + 0.5 - stage.pad) / stage.unit
    const down = y - peak.y
    const spine = peak.spine[row - first] ?? 0
    const low = Math.max(0, Math.floor((peak.x - down * peak.left - 0.06) * stage.unit + stage.pad))
    const high = Math.min(
      stage.width,
      Math.ceil((peak.x + down * peak.right + 0.06) * stage.unit + stage.pad),
    )
    for (let column = low; column < high; column++) {
      const i = row * stage.width + column
      const x = (column + 0.5 - stage.pad) / stage.unit - peak.x
      const rough = (broken[i] ?? 0) * 0.07
      const inside = Math.min(x + down * peak.left, down * peak.right - x) + rough * Math.min(1, down * 6)
      const a = Math.min(1, Math.max(0, inside * stage.unit + 0.5))
      if (a === 0) continue
      const colour = flank(
        range,
        y,
        x - spine * (1 + down) + rough * 1.6,
        (broken[i] ?? 0) + 0.6 * (streaks[i] ?? 0),
      )
      // Buttresses melt into the mountain towards their foot.
      const left = 1 - a * Math.max(0.25, 1 - down * 1.6)
      layer.r[i] = (layer.r[i] ?? 0) * left + colour[0] * (1 - left)
      layer.g[i] = (layer.g[i] ?? 0) * left + colour[1] * (1 - left)
      layer.b[i] = (layer.b[i] ?? 0) * left + colour[2] * (1 - left)
      layer.a[i] = (layer.a[i] ?? 0) * left + (1 - left)
    }
  }
}

/** Snow or rock, in the sun left of the spine and in blue shade right of it, behind its share of air. */
function flank(range: Range, y: number, across: number, texture: number): Rgb {
  const sun = Math.min(1, Math.max(0, 0.5 - across * 26)) * Math.min(1, Math.max(0.35, 0.9 + texture * 0.8))
  const above = range.foot - y - range.snowLine + texture * 0.22
  const white = Math.min(1, Math.max(0, above * 9 + 0.5)) * (texture > 0.28 ? 0.35 : 1)
  const ground = mix(mix(ROCK_SHADE, ROCK, sun), mix(SNOW_SHADE, SNOW, sun), white)
  const thick = Math.min(
    0.85,
    range.haze + 0.5 * Math.max(0, 1 - (range.foot - y) / (range.foot - range.top)) ** 2,
  )
  return mix(ground, AIR, thick)
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
