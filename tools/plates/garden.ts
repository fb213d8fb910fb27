import forest from '@pmndrs/assets/hdri/forest.exr.js'
import { openPanorama, stageOf } from './panorama.ts'
import type { View } from './panorama.ts'

const AWAY_M = 40

/** Woods in the sun, from places without a trunk behind the head. */
const GREEN = { chroma: 1.22, balance: [0.94, 1, 0.96] } as const
const VIEWS: readonly View[] = [
  { look: { yawDeg: -22, pitchDeg: 2, fieldDeg: 42, exposure: 1.5, ...GREEN }, stand: [0.76, 0.84] },
  { look: { yawDeg: 150, pitchDeg: -9, fieldDeg: 42, exposure: 1.9, ...GREEN }, stand: [0.84, 1.1] },
  { look: { yawDeg: -160, pitchDeg: -9, fieldDeg: 42, exposure: 2, ...GREEN }, stand: [0.4, 0.7] },
]

export const GARDEN = VIEWS.map((view) => () => stageOf(openPanorama(forest), view, AWAY_M))
