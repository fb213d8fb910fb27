import sharp from 'sharp'
import { withHand } from '#studio/intake/hand.fixture.ts'
import { LEFT_EYE, LIPS, RIGHT_EYE, centroid, outline } from '#studio/person/landmarks.ts'
import type { CharacterId } from '#tests/cast/cast.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { GateReason } from '#studio/gate/rules.ts'
import { laid, layered, placeOf, squeezed, takeAway } from './paint.ts'
import type { Finished } from './people.ts'

export interface Fault {
  name: string
  /** The gate must name one of these. */
  reasons: readonly GateReason[]
  /** The gate must name none of these. */
  untrue?: readonly GateReason[]
  /** People on whom the fault cannot be drawn. */
  but?: readonly CharacterId[]
  /** @param other gives a sound picture of another person */
  make: (finished: Finished, other: () => Promise<Finished>) => Promise<Finished> | Finished
}

const path = (points: readonly Point[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

/** Faults drawn on finished pictures, each one that the studio or another engine has made. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'floating bust',
    reasons: ['cut_off'],
    make: (f) => takeAway(f, below(lineUnder(f, 0.4), 0)),
  },
  {
    name: 'floating bust, askew',
    reasons: ['cut_off'],
    make: (f) => takeAway(f, below(lineUnder(f, 0.42), 0.06)),
  },
  {
    name: 'side cut straight',
    reasons: ['cut_off', 'hair_cut'],
    make: (f) => takeAway(f, leftOf(sideOf(f, -0.62))),
  },
  {
    name: 'hair cut above',
    reasons: ['hair_cut'],
    make: (f) => takeAway(f, above(lineOver(f, 0.1), 0)),
  },
  {
    name: 'hair cut above, askew',
    reasons: ['hair_cut'],
    make: (f) => takeAway(f, above(lineOver(f, 0.1), -0.05)),
  },
  {
    name: 'second face',
    reasons: ['several_faces'],
    make: async (f, other) => beside(f, await other(), { size: 0.7, right: 0.72, down: 0.3, blur: 0.5 }),
  },
  // Half a face under a hand may be none to the net.
  {
    name: 'hand at the cheek',
    reasons: ['covered', 'no_face'],
    make: (f) => hand(f, { x: -0.22, y: -0.24, turn: 24 }),
  },
  {
    name: 'hand before the chin',
    reasons: ['covered'],
    make: (f) => hand(f, { x: 0.02, y: -0.08, turn: -12 }),
  },
  { name: 'microphone', reasons: ['covered'], make: (f) => laid(f, { svg: microphone(f), isCut: true }) },
  {
    name: 'apple',
    reasons: ['covered'],
    make: (f) => laid(f, { svg: ball(f, '#9c1d1d', 0.24), isCut: true }),
  },
  { name: 'cup', reasons: ['covered'], make: (f) => laid(f, { svg: cup(f), isCut: true }) },
  { name: 'skin on the collar', reasons: ['colour_bleed'], make: (f) => bleeding(f) },
  {
    name: 'eyes to the left',
    reasons: ['looking_away'],
    make: (f) => laid(f, { svg: eyes(f, -1), isCut: false }),
  },
  {
    name: 'eyes to the right',
    reasons: ['looking_away'],
    make: (f) => laid(f, { svg: eyes(f, 1), isCut: false }),
  },
  { name: 'tongue', reasons: ['grimace'], make: (f) => laid(f, { svg: tongue(f), isCut: false }) },
  { name: 'squeezed by 15 %', reasons: ['squeezed'], make: (f) => squeezed(f, 0.85, 1) },
  { name: 'drawn out by 15 %', reasons: ['squeezed'], make: (f) => squeezed(f, 1.15, 1) },
  { name: 'pressed flat by 15 %', reasons: ['squeezed'], make: (f) => squeezed(f, 1, 0.85) },
  {
    name: 'a stranger',
    reasons: ['unlike', 'unlike_second'],
    make: async (f, other) => ({ ...(await other()), person: f.person }),
  },
  {
    name: 'a model with another mesh',
    reasons: ['squeezed'],
    make: (f) => ({
      ...f,
      cut: { ...f.cut, mesh: f.cut.mesh.map((value, i) => (i % 3 === 0 ? value * 0.85 : value)) },
    }),
  },
]

type Rule = (x: number, y: number) => boolean

const below =
  (line: number, slope: number): Rule =>
  (x, y) =>
    y > line + slope * (x - 0.5)
const above =
  (line: number, slope: number): Rule =>
  (x, y) =>
    y < line + slope * (x - 0.5)
const leftOf =
  (line: number): Rule =>
  (x) =>
    x < line

/** So many face heights under the chin, as a share of the height; at most a little above the lower edge. */
function lineUnder(finished: Finished, faces: number): number {
  const { chinY, face, height } = placeOf(finished)
  return Math.min(0.93, (chinY + faces * face) / height)
}

/** So many face heights above the forehead. */
function lineOver(finished: Finished, faces: number): number {
  const { mesh, face, height } = placeOf(finished)
  return ((mesh[31] ?? 0) - faces * face) / height
}

function sideOf(finished: Finished, faces: number): number {
  const { chinX, face, width } = placeOf(finished)
  return (chinX + faces * face) / width
}

/** Another person behind, `right` of the face, in shares of the width and height. */
async function beside(
  finished: Finished,
  other: Finished,
  { size, right, down, blur }: { size: number; right: number; down: number; blur: number },
): Promise<Finished> {
  const { width, height } = other.raster
  const alpha = await sharp(other.cut.alpha, {
    raw: { width: other.cut.width, height: other.cut.height, channels: 1 },
  })
    .resize(width, height)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const person = await sharp(other.raster.data, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * size))
    .blur(blur)
    .png()
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [Math.round(right * width * 0.6), Math.round(down * height)]
  const room = Math.max(width, height)
  const rgba = await sharp({
    create: { width: 3 * room, height: 3 * room, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: person.data, left: room + left, top: room + top }])
    .png()
    .toBuffer()
  const seen = await sharp(rgba).extract({ left: room, top: room, width, height }).raw().toBuffer()
  return layered(finished, { rgba: seen, isBehind: true, isCut: true })
}

async function hand(finished: Finished, at: { x: number; y: number; turn: number }): Promise<Finished> {
  const { width, height, data } = finished.raster
  const { chinX, chinY, face } = placeOf(finished)
  const { l } = finished.person.skin
  const skin = l > 55 ? '#c98f6e' : '#7a4d36'
  const picture = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const jpeg = await withHand(picture, {
    x: chinX + at.x * face,
    y: chinY + at.y * face,
    palmPx: 0.42 * face,
    turnDeg: at.turn,
    skin,
  })
  return { ...finished, raster: { width, height, data: new Uint8Array(await sharp(jpeg).raw().toBuffer()) } }
}

function mouthOf(finished: Finished): { x: number; y: number; width: number; face: number } {
  const { mesh, face } = placeOf(finished)
  const lips = outline(mesh, LIPS)
  const xs = lips.map(({ x }) => x)
  return { ...centroid(lips), width: Math.max(...xs) - Math.min(...xs), face }
}

function microphone(finished: Finished): string {
  const { x, y, face } = mouthOf(finished)
  return `<path d="M${x} ${y + 0.1 * face}l${0.16 * face} ${1.3 * face}" stroke="#15161a" stroke-width="${0.13 * face}"/>
    <circle cx="${x}" cy="${y + 0.04 * face}" r="${0.19 * face}" fill="#2b2d33" stroke="#4b4e55" stroke-width="4"/>`
}

function ball(finished: Finished, colour: string, radius: number): string {
  const { x, y, face } = mouthOf(finished)
  return `<circle cx="${x}" cy="${y + 0.03 * face}" r="${radius * face}" fill="${colour}"/>`
}

function cup(finished: Finished): string {
  const { x, y, face } = mouthOf(finished)
  return `<rect x="${x - 0.2 * face}" y="${y - 0.1 * face}" width="${0.4 * face}" height="${0.5 * face}" rx="10" fill="#e7ebf2"/>
    <rect x="${x - 0.2 * face}" y="${y + 0.02 * face}" width="${0.4 * face}" height="${0.1 * face}" fill="#2d4f8f"/>`
}

/** Cloth under the chin three quarters of the way to the skin's colour, its light kept. */
function bleeding(finished: Finished): Finished {
  const { raster, person } = finished
  const { chinX, chinY, face, width } = placeOf(finished)
  const data = Uint8Array.from(raster.data)
  const { a, b } = person.skin
  const tint = [1 + a / 90 + b / 160, 1 - a / 220, 1 - b / 75]
  for (let y = Math.round(chinY + 0.12 * face); y < raster.height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.hypot(x - chinX, y - chinY - 0.2 * face) > 0.55 * face) continue
      const at = 3 * (y * width + x)
      const grey = 0.3 * (data[at] ?? 0) + 0.6 * (data[at + 1] ?? 0) + 0.1 * (data[at + 2] ?? 0)
      for (let c = 0; c < 3; c++)
        data[at + c] = Math.min(255, Math.round(0.2 * (data[at + c] ?? 0) + 0.8 * grey * (tint[c] ?? 1)))
    }
  }
  return { ...finished, raster: { ...raster, data } }
}

/** Both irises drawn again at a corner of the eye. */
function eyes(finished: Finished, side: -1 | 1): string {
  const { mesh } = placeOf(finished)
  return [RIGHT_EYE, LEFT_EYE]
    .map((eye, index) => {
      const points = outline(mesh, eye)
      const xs = points.map(({ x }) => x)
      const [left, right] = [Math.min(...xs), Math.max(...xs)]
      const { x, y } = centroid(points)
      const radius = 0.2 * (right - left)
      return `<clipPath id="eye${index}"><path d="${path(points)}"/></clipPath><g clip-path="url(#eye${index})">
        <path d="${path(points)}" fill="#e9e4df"/>
        <circle cx="${x + side * 0.27 * (right - left)}" cy="${y}" r="${radius}" fill="#3a2a1e"/>
        <circle cx="${x + side * 0.27 * (right - left)}" cy="${y}" r="${radius / 2.2}" fill="#0c0908"/></g>`
    })
    .join('')
}

function tongue(finished: Finished): string {
  const { x, y, width, face } = mouthOf(finished)
  return `<ellipse cx="${x}" cy="${y + 0.08 * face}" rx="${0.42 * width}" ry="${0.15 * face}" fill="#3a0f12" stroke="#a8544f" stroke-width="${0.035 * face}"/>
    <path d="M${x - 0.32 * width} ${y - 0.03 * face}h${0.64 * width}v${0.03 * face}h${-0.64 * width}Z" fill="#f2ede6"/>
    <ellipse cx="${x}" cy="${y + 0.2 * face}" rx="${0.26 * width}" ry="${0.13 * face}" fill="#d98080"/>`
}
