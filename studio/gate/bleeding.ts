import { median, medianOn, quantile, valuesOn } from '#studio/planes/rank.ts'
import { faceOval, skinCells } from '#studio/person/skin.ts'
import type { ColourCells } from '#studio/measure/colour-cells.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

/** Darker cells, ln of luminance, have no colour that could be compared. */
const DARKEST = Math.log(0.03)
/** In ln of channel ratios: how far a colour must be from the selfie's skin to be cloth or hair, and its shift to count. */
const NOT_SKIN = 0.6
/** White, grey and black are cloth even where pale skin is near them. */
const NEUTRAL = { most: 0.22, notSkin: 0.3 } as const
const SHIFT = 0.16
/** Share of the way to the skin's colour. */
const SHARE = 0.35
/** Cells from the outline inwards that carry the backdrop's light, in face heights. */
const RIM = 0.03

/**
 * Area where cloth or hair has moved towards the skin's colour, against the selfie's own and against what the whole
 * picture has moved, in squared face heights; null where no engine knows the selfie's colours.
 */
export function measureBleeding(view: PictureView): number | null {
  const { source, cells: finished } = view
  if (!source || !view.colours) return null
  const mesh = view.mesh.map((value) => value / CELL)
  const { width, height } = source
  const skin = skinCells(mesh, source)
  const face = faceOval(mesh, width, height, 1.08)
  const own = { red: medianOn(source.red, skin), blue: medianOn(source.blue, skin) }
  const cloth = clothCells(view, source, finished, face, own)
  const driftOf = (hue: 'red' | 'blue'): number => {
    const before = valuesOn(source[hue], cloth)
    const moves = valuesOn(finished[hue], cloth).map((value, k) => value - (before[k] ?? 0))
    return leastTowards(moves, own[hue] - median(before))
  }
  const drift = { red: driftOf('red'), blue: driftOf('blue') }
  const count = cloth.filter((cell) => {
    const from = { red: source.red[cell] ?? 0, blue: source.blue[cell] ?? 0 }
    const towards = { red: own.red - from.red, blue: own.blue - from.blue }
    const length = Math.hypot(towards.red, towards.blue)
    const red = (finished.red[cell] ?? 0) - from.red - drift.red
    const blue = (finished.blue[cell] ?? 0) - from.blue - drift.blue
    const moved = (red * towards.red + blue * towards.blue) / length
    return moved > SHIFT && moved > SHARE * length
  }).length
  return (count * CELL * CELL) / view.faceHeight ** 2
}

/** Well inside the subject, outside the face, light enough to tell, and of no skin's colour in the selfie. */
function clothCells(
  { alpha, width: across, faceHeight }: PictureView,
  source: ColourCells,
  finished: ColourCells,
  face: Float32Array,
  own: { red: number; blue: number },
): number[] {
  const { width, height } = source
  const reach = Math.max(2, Math.round(RIM * faceHeight))
  const covered = (x: number, y: number): boolean => (alpha[y * across + x] ?? 0) >= 250
  const cells: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x
      if ((face[cell] ?? 0) > 0.5) continue
      if (Math.min(source.light[cell] ?? 0, finished.light[cell] ?? 0) < DARKEST) continue
      if (!isCloth(source.red[cell] ?? 0, source.blue[cell] ?? 0, own)) continue
      const px = x * CELL
      const py = y * CELL
      const isBetween = covered(Math.max(0, px - reach), py) && covered(Math.min(across - 1, px + reach), py)
      if (isBetween && covered(px, py) && covered(px, Math.max(0, py - reach))) cells.push(cell)
    }
  }
  return cells
}

function isCloth(red: number, blue: number, skin: { red: number; blue: number }): boolean {
  const away = Math.hypot(red - skin.red, blue - skin.blue)
  return away > NOT_SKIN || (away > NEUTRAL.notSkin && Math.hypot(red, blue) < NEUTRAL.most)
}

/** The quarter that moved least towards the skin: in a tight picture most of the cloth may have taken its colour. */
function leastTowards(moves: Float32Array, towards: number): number {
  if (moves.length === 0) return 0
  return quantile(moves, towards > 0 ? 0.25 : 0.75)
}
