import esplanade from '@pmndrs/assets/hdri/esplanade.exr.js'
import venice from '@pmndrs/assets/hdri/venice.exr.js'
import { openPanorama, stageOf } from './panorama.ts'
import { between, heightsPerMetre, pick, scale, shine } from './stage.ts'
import type { View } from './panorama.ts'
import type { Rgb } from './stage.ts'

const AWAY_M = 60
const VIEWS: readonly (View & { of: string; lamps?: number })[] = [
  { of: esplanade, look: { yawDeg: 138, pitchDeg: 2, fieldDeg: 46, exposure: 0.85 }, stand: [0.86, 0.94] },
  {
    of: venice,
    lamps: 90,
    look: { yawDeg: -170, pitchDeg: 12, fieldDeg: 40, exposure: 0.13 },
    stand: [0.5, 1.1],
  },
  {
    of: venice,
    lamps: 110,
    look: { yawDeg: -22, pitchDeg: 12, fieldDeg: 44, exposure: 0.085 },
    stand: [0.5, 1.1],
  },
]

const LAMPS: readonly [Rgb, ...Rgb[]] = [
  [1, 0.56, 0.2],
  [1, 0.72, 0.42],
  [1, 0.8, 0.58],
  [1, 0.46, 0.14],
  [0.78, 0.88, 1],
  [1, 0.2, 0.1],
]

export const CITY = VIEWS.map((view, index) => () => {
  const stage = stageOf(openPanorama(view.of), view, AWAY_M, index)
  const { random } = stage
  for (let k = 0; k < (view.lamps ?? 0); k++) {
    const away = 12 * 12 ** random()
    const x = between(random, -0.05, 1.65)
    const y = 0.58 + between(random, -1, 1.2) * 2.2 * heightsPerMetre(away) * random()
    shine(stage, x, y, away, scale(pick(random, LAMPS), 0.12 * Math.exp(2.4 * random() ** 2)))
  }
  return stage
})
