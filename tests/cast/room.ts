import { mix, tone } from './colour.ts'
import { createRandom, seedOf } from './geometry.ts'
import { HEIGHT_PX as H, lightColours, WIDTH_PX as W } from './sketch.ts'
import type { Sketch } from './sketch.ts'
import type { Room, Take } from './takes.ts'

interface Wall {
  top: string
  bottom: string
}

const WALLS: Record<Room, Wall> = {
  window: { top: '#cfd6d6', bottom: '#b3b4ad' },
  plaster: { top: '#d9cdbb', bottom: '#c0ae98' },
  shelf: { top: '#8b7a68', bottom: '#6b5b4d' },
  hallway: { top: '#b9c3c9', bottom: '#93a0a8' },
  garden: { top: '#a9bd93', bottom: '#6f8a62' },
  kitchen: { top: '#d5d2c8', bottom: '#b7b0a2' },
  bathroom: { top: '#c9cfcc', bottom: '#a9b2b0' },
  bedroom: { top: '#b3a392', bottom: '#8d7e70' },
}

/** Out of focus so far; a phone at a mirror sees everything sharp. */
const BLUR_PX: Partial<Record<Room, number>> = { garden: 24, bathroom: 4, bedroom: 5 }

/** The wall's colour in a take's light: a cloth of this colour hardly stands out from it. */
export function wallColour({ room: where, light }: Take): string {
  const { top, bottom } = WALLS[where]
  return mix(mix(top, bottom, 0.2), lightColours(light.warmth).key, 0.25)
}

const rect = (x: number, y: number, w: number, h: number, fill: string, opacity = 1, rx = 0) =>
  `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}" rx="${String(rx)}"/>`
const disc = (x: number, y: number, r: number, fill: string, opacity: number) =>
  `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`

function leaves(random: () => number, x: number, y: number, count: number, hue: string): string {
  return Array.from({ length: count }, () => {
    const a = -Math.PI * random()
    const r = 60 + 170 * random()
    const [cx, cy] = [x + Math.cos(a) * r, y + Math.sin(a) * r]
    return `<ellipse cx="${cx.toFixed(0)}" cy="${cy.toFixed(0)}" rx="58" ry="15" fill="${tone(hue, 0.7 + 0.6 * random())}" transform="rotate(${((a * 180) / Math.PI).toFixed(0)} ${cx.toFixed(0)} ${cy.toFixed(0)})"/>`
  }).join('')
}

type Furnish = (random: () => number, wall: Wall) => string

const FURNITURE: Record<Room, Furnish> = {
  window: (random) =>
    rect(70, -40, 430, 900, '#f7fbff', 0.95) +
    rect(274, -40, 22, 900, '#dcdfdc') +
    rect(70, 380, 430, 18, '#dcdfdc') +
    rect(520, -40, 120, 1600, '#e8e2d6', 0.75) +
    rect(30, 860, 520, 40, '#efefea') +
    leaves(random, 170, 850, 16, '#5d7a57') +
    rect(860, 260, 240, 320, '#8b8f88', 0.8) +
    rect(882, 282, 196, 276, '#d8cfbf'),
  plaster: (random, wall) =>
    rect(780, 180, 300, 380, '#4e4941', 0.85) +
    rect(806, 206, 248, 328, '#e6dcc9') +
    disc(930, 360, 74, '#c9805a', 0.9) +
    rect(0, 1080, W, 420, tone(wall.bottom, 0.86)) +
    rect(40, 860, 240, 640, '#7b5b41') +
    leaves(random, 160, 850, 22, '#677a52'),
  shelf: (random) => {
    const books: string[] = []
    const inks = ['#8c3f34', '#2f4a5c', '#c8a35c', '#46583f', '#e0d3bb', '#59435f', '#a8683f', '#343a45']
    for (const y of [-60, 310, 680, 1050, 1420]) {
      books.push(rect(0, y + 330, W, 34, '#4a3828'))
      for (let x = 10; x < W;) {
        const w = 24 + 34 * random()
        const h = 200 + 110 * random()
        if (random() > 0.12)
          books.push(rect(x, y + 330 - h, w, h, inks[Math.floor(random() * inks.length)] ?? '#444444', 0.92))
        x += w + 3 + (random() > 0.9 ? 70 : 0)
      }
    }
    return books.join('')
  },
  hallway: () =>
    rect(0, -20, 200, 1600, '#7d8a92') +
    rect(760, 120, 300, 1400, '#e4e9ea') +
    rect(790, 160, 240, 520, '#d0d8da') +
    rect(790, 730, 240, 700, '#d0d8da') +
    disc(1010, 720, 16, '#9a8a63', 1) +
    disc(330, 60, 90, '#fff3d8', 0.9) +
    rect(260, 320, 130, 170, '#5f676b', 0.6),
  garden: (random, wall) =>
    Array.from({ length: 130 }, () => {
      const y = random() * H
      const sun = random() > 0.74
      const hue = sun ? '#f3f3cf' : mix(wall.top, '#2f4d33', random())
      return disc(random() * W, y, 30 + 80 * random(), hue, sun ? 0.4 : 0.5)
    }).join('') + rect(120, 500, 46, 1000, '#4b3d2e', 0.7),
  kitchen: (random) =>
    rect(0, 560, W, 26, '#9c7c58') +
    rect(0, 120, 420, 320, '#f2f0ea') +
    rect(418, 120, 6, 320, '#b8b2a6') +
    rect(860, 120, 340, 320, '#f2f0ea') +
    [70, 170, 1010, 1110]
      .map((x) =>
        rect(
          x,
          470,
          60,
          92,
          ['#a65f43', '#d9d2c2', '#5b7480', '#c9a45f'][Math.floor(random() * 4)] ?? '#999999',
          1,
          14,
        ),
      )
      .join('') +
    rect(0, 1000, W, 500, '#8f9a95') +
    disc(930, 60, 60, '#fff1cf', 0.95) +
    leaves(random, 1060, 990, 14, '#66824f'),
  bathroom: (random, wall) =>
    Array.from({ length: 6 * 8 }, (_, i) => {
      const [column, row] = [i % 6, Math.floor(i / 6)]
      return rect(column * 212 - 30, row * 212 - 60, 206, 206, tone(wall.top, 0.96 + 0.07 * random()), 1, 3)
    }).join('') +
    rect(300, -30, 600, 70, '#fffdf4', 1, 20) +
    rect(-40, 700, 250, 800, '#8fa3a6') +
    rect(-40, 700, 250, 16, '#d9dedd') +
    rect(930, 330, 190, 560, '#6c7f8e', 1, 10) +
    rect(930, 330, 60, 560, '#7f919f', 1, 10) +
    rect(905, 312, 240, 18, '#d7dadb', 1, 9) +
    rect(560, 1180, 90, 200, '#e8e4da', 0.9, 16) +
    rect(590, 1040, 14, 180, '#4f8f86') +
    rect(618, 1060, 14, 160, '#b5605a'),
  bedroom: (random) =>
    rect(40, -40, 380, 1100, '#6d5340') +
    rect(52, -40, 172, 1090, '#7b5f4a') +
    rect(234, -40, 172, 1090, '#775b46') +
    disc(214, 560, 10, '#c9b089', 1) +
    disc(246, 560, 10, '#c9b089', 1) +
    rect(620, 150, 260, 340, '#e9dfcd') +
    rect(648, 182, 204, 276, '#7d8f8a') +
    disc(750, 300, 60, '#d4a373', 0.9) +
    disc(1080, 520, 150, '#ffdf9e', 0.5) +
    rect(1010, 470, 140, 130, '#f7d9a0', 1, 20) +
    rect(1070, 600, 18, 260, '#4d4036') +
    rect(480, 900, 800, 600, '#8d93a5') +
    Array.from({ length: 7 }, (_, i) =>
      rect(500 + i * 100, 900 + 60 * random(), 60, 500, '#a3a8b8', 0.35, 30),
    ).join('') +
    rect(760, 820, 330, 150, '#dcdad4', 1, 60),
}

/** Divides by alpha: a blur beside the picture's edge then averages only the pixels inside. */
export const OPAQUE = '<feColorMatrix type="matrix" values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1"/>'

/** The room behind, out of focus, lit from the same side as the person. */
export function room(s: Sketch, name: string): string {
  const random = createRandom(seedOf(`${name} room`))
  const wall = WALLS[s.take.room]
  const { side, warmth, contrast } = s.take.light
  const { key, shadow } = lightColours(warmth)
  const ground = s.linear(
    [0, 0],
    [0, H],
    [
      [0, wall.top],
      [1, wall.bottom],
    ],
  )
  const blur = s.define(
    (id) =>
      `<filter id="${id}" filterUnits="userSpaceOnUse" x="-80" y="-80" width="${String(W + 160)}" height="${String(H + 160)}" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${String(BLUR_PX[s.take.room] ?? 13)}"/>${OPAQUE}</filter>`,
  )
  const glow = s.radial([W / 2 + side * 520, 380], 1250, [
    [0, key, 0.55],
    [0.5, key, 0.14],
    [1, shadow, 0.3 + 0.2 * contrast],
  ])
  const inside = rect(-80, -80, W + 160, H + 160, ground) + FURNITURE[s.take.room](random, wall)
  return `${rect(0, 0, W, H, ground)}<g filter="url(#${blur})">${inside}</g>${rect(0, 0, W, H, glow)}`
}
