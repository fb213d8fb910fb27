import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { ColourCells } from './colour-cells.ts'
import { likeHair } from './hair-colour.ts'
import { CELL, solidCells } from './view.ts'
import type { PictureView } from './view.ts'

const HALF = 129
const WHOLE = 0.999
/** From the outline inwards, in face heights: what has the backdrop's light, where strips lie, and what is surely the person. */
const RIM = 0.015
const STRIP = 0.07
const WITHIN = 0.1
/** Down to so far under the chin, in face heights. */
const LOWEST = 0.7
/** Colours this near are one: ln of luminance, of red and of blue over green. */
const BIN = { light: 0.35, red: 0.13, blue: 0.16 } as const
const LEAST = { light: -4.6, red: -1.4, blue: -2.6 } as const
const BINS = { light: 16, red: 28, blue: 28 } as const
/** In squared face heights: a colour with less than this within is none of the person's. */
const KNOWN = 0.002
/** Of how much lies along the outline: a colour with less within is a strip so wide that it has an inside. */
const MOSTLY_ALONG = 0.5
/** In face heights: colours of rows further down than this are not known yet. */
const AHEAD = 0.3
/** In squared face heights: less is an earring. */
const PIECE = 0.0008

/**
 * Area of pieces along the outline beside jaw, neck and shoulders whose colour the person has nowhere within, in squared
 * face heights: strips and patches of the old background.
 */
export function measureForeign(view: PictureView): number {
  const cells = view.source ?? view.cells
  const { width, height } = cells
  const scale = view.faceHeight / CELL
  const solid = new Float32Array(solidCells(view, HALF))
  // Whole where nothing but the subject lies within so far; what the picture's edge cuts goes on beyond it.
  const [rim, strip, within] = [RIM, STRIP, WITHIN].map(
    (faces) => boxMean({ width, height, data: solid }, Math.max(1, Math.round(faces * scale))).data,
  ) as [Float32Array, Float32Array, Float32Array]
  const known = new Uint32Array(BINS.light * BINS.red * BINS.blue)
  const least = KNOWN * scale ** 2
  const ahead = Math.round(AHEAD * scale)
  const from = Math.round(eyeLine(view.mesh).middle.y / CELL)
  // Of a collar at the picture's edge too little is seen within.
  const to = Math.min(height - ahead, Math.round(vertex(view.mesh, CHIN).y / CELL + LOWEST * scale))
  const isHair = likeHair(view)
  const isAlong = (i: number) => (rim[i] ?? 0) >= WHOLE && (strip[i] ?? 0) < WHOLE
  const along = new Uint32Array(known.length)
  for (let i = from * width; i < to * width; i++)
    if (isAlong(i)) along[binOf(cells, i)] = (along[binOf(cells, i)] ?? 0) + 1
  const odd = new Uint8Array(solid.length)
  let seen = 0
  for (let y = from; y < to; y++) {
    // A shirt further down says nothing of what lies beside a neck.
    for (const until = Math.min(height, y + ahead + 1) * width; seen < until; seen++)
      if ((within[seen] ?? 0) >= WHOLE) learn(known, binOf(cells, seen))
    for (let i = y * width; i < (y + 1) * width; i++) {
      if (!isAlong(i) || isHair(i)) continue
      const bin = binOf(cells, i)
      if ((known[bin] ?? 0) < Math.max(least, MOSTLY_ALONG * (along[bin] ?? 0))) odd[i] = 1
    }
  }
  const pieces = partsOf(odd, width).filter(({ length }) => length >= PIECE * scale ** 2)
  return pieces.reduce((cells, { length }) => cells + length, 0) / scale ** 2
}

/** Counts a colour, and those beside it. */
function learn(known: Uint32Array, bin: number): void {
  for (let light = -1; light <= 1; light++)
    for (let red = -1; red <= 1; red++) {
      const near = bin + (light * BINS.red + red) * BINS.blue
      for (let blue = near - 1; blue <= near + 1; blue++) known[blue] = (known[blue] ?? 0) + 1
    }
}

function binOf({ light, red, blue }: ColourCells, cell: number): number {
  const bin = (value: number | undefined, name: keyof typeof BIN): number =>
    Math.min(BINS[name] - 1, Math.max(0, Math.floor(((value ?? 0) - LEAST[name]) / BIN[name])))
  return (bin(light[cell], 'light') * BINS.red + bin(red[cell], 'red')) * BINS.blue + bin(blue[cell], 'blue')
}
