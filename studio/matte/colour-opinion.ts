import type { Plane } from '#studio/raster.ts'
import { blur, distanceTo, smoothstep } from './filters.ts'
import type { Guide } from './laplacian.ts'
import type { Trimap } from './trimap.ts'

/** Trust of known pixels against the Laplacian's window of 49. */
const KNOWN_TRUST = 100
const DIRECTIONS = 12
const TURNS = 5
/** Background is sampled twice along a ray: patterned walls hold the subject's colours too. */
const LARGEST_SAMPLES = DIRECTIONS * 2
/** Squared colour distance at which a pair of samples explains a pixel badly. */
const MISFIT = 0.0035
/** What even the worst pair counts, and the misfit from which on a pair counts no more than that. */
const LEAST_WEIGHT = 1e-9
const HOPELESS = 24

/** Colours found along rays from one unknown pixel, reused from pixel to pixel. */
interface Samples {
  count: number
  colours: Float32Array
  distance: Float32Array
}

function createSamples(): Samples {
  return {
    count: 0,
    colours: new Float32Array(LARGEST_SAMPLES * 3),
    distance: new Float32Array(LARGEST_SAMPLES),
  }
}

interface Rays {
  steps: Int16Array
  length: number
  /** Pixels from each pixel to the nearest certain one, at most 8 % too large. */
  toKnown: Float32Array
}

/** Whole-pixel steps of every ray for each of the turns, x and y in turn, two pixels apart. */
function rayTable(reach: number): Pick<Rays, 'steps' | 'length'> {
  const length = Math.max(0, Math.ceil((reach - 2) / 2))
  const steps = new Int16Array(TURNS * DIRECTIONS * length * 2)
  let to = 0
  for (let turn = 0; turn < TURNS; turn++) {
    for (let ray = 0; ray < DIRECTIONS; ray++) {
      const angle = ((ray + turn / TURNS) / DIRECTIONS) * 2 * Math.PI
      for (let step = 0; step < length; step++) {
        steps[to++] = Math.round(Math.cos(angle) * (2 + 2 * step))
        steps[to++] = Math.round(Math.sin(angle) * (2 + 2 * step))
      }
    }
  }
  return { steps, length }
}

/** Walks rays from the pixel to the first certain subject and the first certain background. */
function gather(
  guide: Guide,
  trimap: Trimap,
  at: { x: number; y: number },
  reach: number,
  { steps, length, toKnown }: Rays,
  subject: Samples,
  surroundings: Samples,
): void {
  const { width, height, planes } = guide
  const { known, wanted, fromOutline } = trimap
  subject.count = 0
  surroundings.count = 0
  // Neighbouring pixels look in different directions, the Laplacian joins what they find.
  const turn = (at.x * 7 + at.y * 13) % TURNS
  for (let ray = 0; ray < DIRECTIONS; ray++) {
    const from = (turn * DIRECTIONS + ray) * length * 2
    let wantSubject = true
    let nextSurroundings = 2
    for (let step = 0; step < length && (wantSubject || nextSurroundings < reach); step++) {
      const distance = 2 + 2 * step
      const x = at.x + (steps[from + step * 2] ?? 0)
      const y = at.y + (steps[from + step * 2 + 1] ?? 0)
      if (x < 0 || y < 0 || x >= width || y >= height) break
      const i = y * width + x
      if (!(known[i] ?? 0)) {
        // Nothing certain is nearer than that: on over it.
        step += Math.max(0, Math.floor(0.46 * (toKnown[i] ?? 0)) - 1)
        continue
      }
      const inside = (wanted[i] ?? 0) > 0.5
      if (inside ? wantSubject : distance >= nextSurroundings) {
        const list = inside ? subject : surroundings
        list.colours[list.count * 3] = planes[0][i] ?? 0
        list.colours[list.count * 3 + 1] = planes[1][i] ?? 0
        list.colours[list.count * 3 + 2] = planes[2][i] ?? 0
        list.distance[list.count] = distance
        list.count++
        if (inside) wantSubject = false
        else nextSurroundings = nextSurroundings > 2 ? reach : distance + reach * 0.16
      }
      // So far is the other side (the distance may be 8 % too large): out of reach, or else on over what is not wanted.
      const toOther = 0.92 * (fromOutline[i] ?? 0)
      const found = inside ? !wantSubject : nextSurroundings >= reach
      if (found && toOther > reach - distance) break
      const free = found ? toOther : Math.min(toOther, nextSurroundings - distance)
      step += Math.max(0, Math.floor(free / 2) - 1)
    }
  }
}

export interface Opinion {
  wanted: Float32Array
  trust: Float32Array
  /** How distinct the colours of either side are there, 0..1. */
  confidence: Float32Array
  /** 0..1: how well the nearest sample of the subject alone, and of the background alone, explains the pixel. */
  likeSubject: Float32Array
  likeWall: Float32Array
}

/**
 * What colours and net together say of each unknown pixel. The colours' vote is the pair of sampled
 * subject and background colours whose mixture explains the pixel best (after Gastal, Oliveira:
 * Shared Sampling for Real-Time Alpha Matting, 2010); it counts as far as that pair is distinct.
 */
export function colourOpinion(guide: Guide, trimap: Trimap, person: Plane, unit: number): Opinion {
  const { width, height } = guide
  const smooth: Guide = {
    width,
    height,
    planes: [
      blur({ width, height, data: guide.planes[0] }, 1.2).data,
      blur({ width, height, data: guide.planes[1] }, 1.2).data,
      blur({ width, height, data: guide.planes[2] }, 1.2).data,
    ],
  }
  const wanted = new Float32Array(trimap.wanted)
  const trust = new Float32Array(width * height)
  const confidence = new Float32Array(width * height)
  const likeSubject = new Float32Array(width * height)
  const likeWall = new Float32Array(width * height)
  const subject = createSamples()
  const surroundings = createSamples()
  const reach = unit * 0.32
  const rays = { ...rayTable(reach), toKnown: distanceTo(trimap.known, width, height) }
  const vote: Vote = { alpha: 0, confidence: 0, subjectMisfit: 0, surroundingsMisfit: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (trimap.known[i] ?? 0) {
        trust[i] = KNOWN_TRUST
        continue
      }
      gather(smooth, trimap, { x, y }, reach, rays, subject, surroundings)
      const net = person.data[i] ?? 0
      bestPair(guide, i, net, subject, surroundings, reach, vote)
      // Far from its outline the net is seldom wrong, least of all inside.
      const depth = (trimap.fromOutline[i] ?? 0) / unit
      const inside = (trimap.wanted[i] ?? 0) > 0.5
      const says = evidence(smooth, i, subject, surroundings)
      // Beside cheek and jaw skin is next to it: what is bright and of the background's colour is background.
      const beside = (trimap.besideFace[i] ?? 0) * bright(smooth, i)
      const settled =
        Math.abs(2 * net - 1) * netShare(inside, depth, says) * (1 - 0.9 * beside * says.surroundings)
      // A colour that the net's own side explains alone is no evidence against the net.
      vote.confidence *= 1 - Math.exp(-0.6 * (inside ? vote.subjectMisfit : vote.surroundingsMisfit))
      confidence[i] = vote.confidence
      likeSubject[i] = Math.exp(-0.3 * vote.subjectMisfit)
      likeWall[i] = Math.exp(-0.3 * vote.surroundingsMisfit)
      const share = vote.confidence / (vote.confidence + 0.12 + settled)
      wanted[i] = vote.alpha * share + net * (1 - share)
      trust[i] = 0.5 + 3 * vote.confidence + 10 * Math.min(1, settled) * (1 - vote.confidence)
    }
  }
  return { wanted, trust, confidence, likeSubject, likeWall }
}

/** How much the net's word is worth at a depth, given what one side's colours alone explain. */
function netShare(
  inside: boolean,
  depth: number,
  evidence: { subject: number; surroundings: number },
): number {
  return inside
    ? smoothstep(0.006, 0.03, depth) * 4 * (1 - 0.3 * evidence.surroundings)
    : smoothstep(0.006, 0.04, depth) * 1.2 * (1 - 0.85 * evidence.subject)
}

/** 1 on what is too bright to be dark hair before a dark wall. */
function bright({ planes: [r, g, b] }: Guide, i: number): number {
  return smoothstep(0.3, 0.45, Math.max(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0))
}

/** 0..1 for either side: its samples hold the colour and the other's hold nothing like it. */
function evidence(smooth: Guide, i: number, subject: Samples, surroundings: Samples) {
  const r = smooth.planes[0][i] ?? 0
  const g = smooth.planes[1][i] ?? 0
  const b = smooth.planes[2][i] ?? 0
  const toSubject = nearest(subject, r, g, b)
  const toSurroundings = nearest(surroundings, r, g, b)
  return {
    subject: Math.exp(-toSubject) * (1 - Math.exp(-0.4 * toSurroundings)),
    surroundings: Math.exp(-toSurroundings) * (1 - Math.exp(-0.25 * toSubject)),
  }
}

interface Vote {
  alpha: number
  confidence: number
  /** Squared distance to the nearest sample of either side, in units of MISFIT. */
  subjectMisfit: number
  surroundingsMisfit: number
}

function nearest(samples: Samples, r: number, g: number, b: number): number {
  let least = Infinity
  for (let k = 0; k < samples.count; k++) {
    const er = r - (samples.colours[k * 3] ?? 0)
    const eg = g - (samples.colours[k * 3 + 1] ?? 0)
    const eb = b - (samples.colours[k * 3 + 2] ?? 0)
    least = Math.min(least, er * er + eg * eg + eb * eb)
  }
  return least / MISFIT
}

function bestPair(
  guide: Guide,
  i: number,
  net: number,
  subject: Samples,
  surroundings: Samples,
  reach: number,
  vote: Vote,
): void {
  const r = guide.planes[0][i] ?? 0
  const g = guide.planes[1][i] ?? 0
  const b = guide.planes[2][i] ?? 0
  vote.subjectMisfit = nearest(subject, r, g, b)
  vote.surroundingsMisfit = nearest(surroundings, r, g, b)
  let weightSum = 0
  let alphaSum = 0
  let distinct = 0
  for (let p = 0; p < subject.count; p++) {
    const fr = subject.colours[p * 3] ?? 0
    const fg = subject.colours[p * 3 + 1] ?? 0
    const fb = subject.colours[p * 3 + 2] ?? 0
    for (let q = 0; q < surroundings.count; q++) {
      const br = surroundings.colours[q * 3] ?? 0
      const bg = surroundings.colours[q * 3 + 1] ?? 0
      const bb = surroundings.colours[q * 3 + 2] ?? 0
      const dr = fr - br
      const dg = fg - bg
      const db = fb - bb
      const apart = dr * dr + dg * dg + db * db
      let alpha = ((r - br) * dr + (g - bg) * dg + (b - bb) * db) / Math.max(1e-4, apart)
      alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha
      const er = r - br - alpha * dr
      const eg = g - bg - alpha * dg
      const eb = b - bb - alpha * db
      const misfit = (er * er + eg * eg + eb * eb) / MISFIT
      if (misfit > HOPELESS) {
        weightSum += LEAST_WEIGHT
        alphaSum += LEAST_WEIGHT * alpha
        continue
      }
      const far = ((subject.distance[p] ?? 0) + (surroundings.distance[q] ?? 0)) / reach
      const doubt = (alpha - net) * (alpha - net)
      const weight = Math.exp(-misfit - 1.2 * far - doubt) + LEAST_WEIGHT
      weightSum += weight
      alphaSum += weight * alpha
      distinct += weight * (apart / (apart + 0.03)) * Math.exp(-0.25 * misfit)
    }
  }
  if (weightSum === 0) {
    vote.alpha = net
    vote.confidence = 0
    return
  }
  vote.alpha = alphaSum / weightSum
  vote.confidence = distinct / weightSum
}
