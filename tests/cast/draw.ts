import type { Character } from './character.ts'
import { clothes, nape } from './clothes.ts'
import { EVERYBODY } from './everybody.ts'
import type { DrawnId } from './everybody.ts'
import type { HeadPoint } from './geometry.ts'
import { eyes } from './eyes.ts'
import { eyewear } from './eyewear.ts'
import { beard } from './beard.ts'
import { CURLY } from './hair-curly.ts'
import { bob } from './hair-bob.ts'
import { locs } from './hair-locs.ts'
import { long } from './hair-long.ts'
import { SHORT } from './hair-short.ts'
import { hairband } from './hairband.ts'
import { headwrap } from './headwrap.ts'
import { hearingAid } from './hearing-aid.ts'
import { lightFromAbove } from './light-above.ts'
import { scars } from './marks.ts'
import { glass, phoneInHand } from './mirror.ts'
import { mouth, nose } from './nose-mouth.ts'
import { ombre } from './ombre.ts'
import { OPAQUE, room, wallColour } from './room.ts'
import { scarf } from './scarf.ts'
import { createSketch, fitted, HEIGHT_PX, WIDTH_PX } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import { ears, face, neck } from './skin.ts'
import type { Take } from './takes.ts'
import { turban } from './turban.ts'
import { wheelchair } from './wheelchair.ts'

const HAIR = { ...SHORT, long, bob, ...CURLY, locs, scarf, headwrap, turban }

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
  const hair = ombre(fitted(s, s.who.head.brow), HAIR[s.who.hair.style])
  const covered = s.who.hair.style === 'scarf'
  return [
    wheelchair(s),
    hair.back,
    covered ? '' : nape(s) + neck(s),
    clothes(s),
    covered ? '' : ears(s),
    face(s),
    nose(s),
    beard(s),
    mouth(s),
    eyes(s),
    scars(s),
    lightFromAbove(s),
    jewellery(s),
    hair.front,
    hairband(fitted(s, s.who.head.brow)),
    covered ? '' : hearingAid(s),
    eyewear(s),
    phoneInHand(s),
  ].join('')
}

/** The person's look in this take: `likeWall` clothes take the wall's colour in every room. */
function sketchOf(name: string, character: DrawnId, take: Take): Sketch {
  const known: Character = EVERYBODY[character]
  const { hair } = known
  const who = hair.likeWall ? { ...known, hair: { ...hair, colour: wallColour(take) } } : known
  return createSketch(name, who, take)
}

function companion(character: DrawnId, take: Take): string {
  const other: DrawnId = character === 'mara' ? 'kenji' : 'mara'
  const beside: Take = {
    ...take,
    id: `${take.id}-beside`,
    xPx: take.xPx + 470,
    yPx: take.yPx + 40,
    yawDeg: -take.yawDeg,
    rollDeg: -take.rollDeg,
  }
  const s = sketchOf(`${character}-${beside.id}`, other, beside)
  const figure = person(s)
  return `<defs>${s.definitions()}</defs>${figure}`
}

/** Faults of a careless photographer or a bad camera, applied to the whole picture. */
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
  if (s.take.dim !== undefined)
    return `${picture}<rect width="100%" height="100%" fill="#140b06" fill-opacity="${String(0.5 * s.take.dim)}"/>`
  return picture
}

/** A mirror shows left and right the other way round. */
function reversed(take: Take, picture: string): string {
  return take.mirror ? `<g transform="translate(${String(WIDTH_PX)} 0) scale(-1 1)">${picture}</g>` : picture
}

/**
 * One selfie of a drawn person as an SVG document of 1200x1500 user units. The same character and take give the same
 * string; ids carry character and take, so that several may stand in one page.
 */
export function drawSelfie(character: DrawnId, take: Take): string {
  const name = `${character}-${take.id}`
  const s = sketchOf(name, character, take)
  const figure = person(s)
  const beside = take.fault === 'twoFaces' ? companion(character, take) : ''
  const picture = reversed(take, spoil(s, room(s, name) + beside + figure + glass(s)))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH_PX)}" height="${String(HEIGHT_PX)}" viewBox="0 0 ${String(WIDTH_PX)} ${String(HEIGHT_PX)}"><defs>${s.definitions()}</defs>${picture}</svg>`
}

/** The person alone, without a room, for pages that bring their own ground. */
export function drawBust(character: DrawnId, take: Take): string {
  const s = sketchOf(`${character}-${take.id}-bust`, character, take)
  const figure = person(s)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH_PX)}" height="${String(HEIGHT_PX)}" viewBox="0 0 ${String(WIDTH_PX)} ${String(HEIGHT_PX)}"><defs>${s.definitions()}</defs>${figure}</svg>`
}
