import type { Recipe } from './recipe.ts'

/** Styles that stand somewhere in the world, behind a portrait lens wide open. */
export const LOCATION_SETS = {
  'office-daylight': {
    name: 'Office daylight',
    scene: { kind: 'location', place: 'office', exposure: 0.95, answer: 0.3, aperture: 2.5 },
    light: { key: 0.75, azimuthDeg: 52, elevationDeg: 22, wrap: 0.22, rim: 0 },
    headShare: 0.5,
    grade: { contrast: 0.1, saturation: 0.95, warmth: 0.002, exposureEv: 0.03, vignette: 0.06, grain: 0.006 },
  },
  library: {
    name: 'Library',
    scene: { kind: 'location', place: 'library', exposure: 1.15, answer: 0.2, aperture: 2 },
    light: { key: 0.9, azimuthDeg: 46, elevationDeg: 30, wrap: 0.14, rim: 0.12 },
    headShare: 0.51,
    grade: { contrast: 0.15, saturation: 0.95, warmth: 0.01, exposureEv: 0, vignette: 0.16, grain: 0.006 },
  },
  'loft-brick': {
    name: 'Loft brick',
    scene: { kind: 'location', place: 'loft', exposure: 1.1, answer: 0.25, aperture: 4 },
    light: { key: 0.95, azimuthDeg: 55, elevationDeg: 26, wrap: 0.14, rim: 0.06 },
    headShare: 0.51,
    grade: { contrast: 0.16, saturation: 0.93, warmth: 0.004, exposureEv: 0, vignette: 0.14, grain: 0.007 },
  },
  'city-dusk': {
    name: 'City at dusk',
    scene: { kind: 'location', place: 'city', exposure: 1, answer: 0.35, aperture: 2.2 },
    light: { key: 0.9, azimuthDeg: 44, elevationDeg: 28, wrap: 0.14, rim: 0.2 },
    headShare: 0.51,
    grade: {
      contrast: 0.16,
      saturation: 0.98,
      warmth: 0.002,
      exposureEv: -0.02,
      vignette: 0.14,
      grain: 0.008,
    },
  },
  'garden-bokeh': {
    name: 'Garden',
    scene: { kind: 'location', place: 'garden', exposure: 1, answer: 0.35, aperture: 2.2 },
    light: { key: 0.7, azimuthDeg: 42, elevationDeg: 38, wrap: 0.2, rim: 0.2 },
    headShare: 0.5,
    grade: { contrast: 0.12, saturation: 0.94, warmth: 0.008, exposureEv: 0.02, vignette: 0.1, grain: 0.006 },
  },
  'swiss-alps': {
    name: 'Swiss Alps',
    scene: { kind: 'location', place: 'alps', exposure: 1.02, answer: 0.3, aperture: 4 },
    light: { key: 0.8, azimuthDeg: 44, elevationDeg: 40, wrap: 0.16, rim: 0.08 },
    headShare: 0.5,
    grade: {
      contrast: 0.12,
      saturation: 0.94,
      warmth: 0.006,
      exposureEv: 0.02,
      vignette: 0.08,
      grain: 0.006,
    },
  },
} as const satisfies Readonly<Record<string, Recipe>>
