import { CAST } from './cast.ts'
import type { CharacterId } from './cast.ts'
import { clothes, nape } from './clothes.ts'
import type { HeadPoint } from './geometry.ts'
import { eyes, eyewear } from './eyes.ts'
import { beard } from './beard.ts'
import { CURLY } from './hair-curly.ts'
import { bob } from './hair-bob.ts'
import { long } from './hair-long.ts'
import { SHORT } from './hair-short.ts'
import { mouth, nose } from './nose-mouth.ts'
import { OPAQUE, room } from './room.ts'
import { scarf } from './scarf.ts'
import { createSketch, fitted, HEIGHT_PX, WIDTH_PX } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { ears, face, neck } from './skin.ts'
import type { Take } from './takes.ts'

const HAIR = { ...SHORT, long, bob, ...CURLY, scarf }

function jewellery(s: Sketch): string {
  const gold = s.who.earrings
  if (gold === undefined || s.who.hair.style === 'scarf') return ''
  return [-1, 1]
    .map((k) => {
      const x = k * (s.who.head.cheek + 0.03)
      const bead = (dx: number, dy: number, r: number): HeadPoint[] => [
        [x + dx - r, 0.44 + dy, 0],
        [x + dx, 0.44 + dy - r, 0],
        [x + dx + r, 0.44 + dy, 0],
        [x + dx, 0.44 + dy + r, 0],
      ]
      return (
        s.fill(s.line(bead(0, 0, 0.042), true), gold) +
        s.soft(s.line(bead(0.012 * s.lit, -0.014, 0.014), true), '#ffffff', 0.85, 0.006)
      )
    })
    .join('')
}

/** Everything of one person, back to front, on a transparent ground. */
function person(s: Sketch): string {
  const hair = HAIR[s.who.hair.style](fitted(s, s.who.head.brow))
  const covered = s.who.hair.style === 'scarf'
  return [
    hair.back,
    covered ? '' : nape(s) + neck(s),
    clothes(s),
    covered ? '' : ears(s),
    face(s),
    nose(s),
    beard(s),
    mouth(s),
    eyes(s),
    jewellery(s),
    hair.front,
    eyewear(s),
  ].join('')
}

function companion(character: CharacterId, take: Take): string {
  const other: CharacterId = character === 'mara' ? 'kenji' : 'mara'
  const beside: Take = {
    ...take,
    id: `${take.id}-beside`,
    xPx: take.xPx + 470,
    yPx: take.yPx + 40,
    yawDeg: -take.yawDeg,
    rollDeg: -take.rollDeg,
  }
  const s = createSketch(`${character}-${beside.id}`, CAST[other], beside)
  const figure = person(s)
  return `<defs>${s.definitions()}</defs>${figure}`
}

/** What a careless photographer or a bad camera does to the whole picture. */
function spoil(s: Sketch, picture: string): string {
  if (s.take.fault === 'blurred') {
    const id = s.define(
      (key) =>
        `<filter id="${key}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${String(0.05 * s.unit)} ${String(0.03 * s.unit)}"/>${OPAQUE}</filter>`,
    )
    return `<g filter="url(#${id})">${picture}</g>`
  }
  if (s.take.fault === 'tooDark')
    return `${picture}<rect width="100%" height="100%" fill="#05040a" fill-opacity=".84"/>`
  return picture
}

/**
 * One selfie of a drawn person as an SVG document of 1200x1500 user units. The same character and take give the same
 * string; ids carry character and take, so that several may stand in one page.
 */
export function drawSelfie(character: CharacterId, take: Take): string {
  const name = `${character}-${take.id}`
  const s = createSketch(name, CAST[character], take)
  const figure = person(s)
  const beside = take.fault === 'twoFaces' ? companion(character, take) : ''
  const picture = spoil(s, room(s, name) + beside + figure)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH_PX)}" height="${String(HEIGHT_PX)}" viewBox="0 0 ${String(WIDTH_PX)} ${String(HEIGHT_PX)}"><defs>${s.definitions()}</defs>${picture}</svg>`
}

/** The person alone, without a room, for pages that bring their own ground. */
export function drawBust(character: CharacterId, take: Take): string {
  const s = createSketch(`${character}-${take.id}-bust`, CAST[character], take)
  const figure = person(s)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH_PX)}" height="${String(HEIGHT_PX)}" viewBox="0 0 ${String(WIDTH_PX)} ${String(HEIGHT_PX)}"><defs>${s.definitions()}</defs>${figure}</svg>`
}
