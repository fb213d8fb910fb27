/** Styles as engine-neutral recipes: the studio renders them, other engines read their words. */
export const STYLE_IDS = ['studio-grey', 'executive-navy', 'bw-editorial'] as const
export type StyleId = (typeof STYLE_IDS)[number]

/** A backdrop lit by its own lamp, in linear light. */
export interface StudioSet {
  kind: 'studio'
  /** Cloth or paper under the full light of its lamp, linear sRGB 0..1. */
  colour: readonly [number, number, number]
  /** What is left of that light far from the lamp's centre, 0..1. */
  falloff: number
  /** Radius of the lit pool as a fraction of the picture's height. */
  pool: number
  /** Depth of the painter's mottling, 0..1 of the local light. */
  mottling: number
}

export interface Light {
  /** Strength of the new key over the flattened light: 0 none, 1 a soft box close by. */
  key: number
  /** Degrees off the lens axis and above the eyes. */
  azimuthDeg: number
  elevationDeg: number
  /** Backdrop light that spills over the subject's edge, 0..1. */
  wrap: number
  /** Light from behind on hair and shoulders, 0..1. */
  rim: number
  /** Depth of the subject's shadow on the backdrop, 0..1. */
  shadow: number
}

export interface Lens {
  focalLengthMm: number
  aperture: number
}

export interface Grade {
  /** Steepness of the tone curve about the middle: 0 is straight. */
  contrast: number
  /** Multiplies chroma; 0 is black and white. */
  saturation: number
  /** Moves the white point, positive warmer; about ±0.03. */
  warmth: number
  /** Lifts or lowers the whole picture, stops. */
  exposureEv: number
  /** Darkening of the corners, 0..1. */
  vignette: number
  /** Standard deviation of the film grain in code values 0..1. */
  grain: number
}

export interface Style {
  id: StyleId
  scene: StudioSet
  light: Light
  lens: Lens
  /** Crown to chin as a fraction of the headshot's height, where the selfie allows it. */
  headShare: number
  grade: Grade
  /** For engines that generate: what the person wears, and the picture in words. */
  wardrobe: { man: string; woman: string; any: string }
  words: string
}

export const STYLES: Readonly<Record<StyleId, Style>> = {
  'studio-grey': {
    id: 'studio-grey',
    scene: { kind: 'studio', colour: [0.5, 0.505, 0.515], falloff: 0.36, pool: 0.62, mottling: 0.035 },
    light: { key: 0.85, azimuthDeg: 42, elevationDeg: 32, wrap: 0.16, rim: 0.06, shadow: 0.16 },
    lens: { focalLengthMm: 85, aperture: 5.6 },
    headShare: 0.5,
    grade: { contrast: 0.12, saturation: 0.94, warmth: 0, exposureEv: 0, vignette: 0.1, grain: 0.006 },
    wardrobe: {
      man: 'well-fitted dark suit jacket, white shirt',
      woman: 'tailored blazer over a plain blouse',
      any: 'tailored blazer over a plain light top',
    },
    words: 'corporate studio headshot, seamless grey paper backdrop, large soft key light, gentle fill',
  },
  'executive-navy': {
    id: 'executive-navy',
    scene: { kind: 'studio', colour: [0.042, 0.09, 0.215], falloff: 0.15, pool: 0.52, mottling: 0.16 },
    light: { key: 1, azimuthDeg: 48, elevationDeg: 34, wrap: 0.12, rim: 0.3, shadow: 0.1 },
    lens: { focalLengthMm: 105, aperture: 4 },
    headShare: 0.52,
    grade: {
      contrast: 0.2,
      saturation: 0.98,
      warmth: 0.008,
      exposureEv: -0.04,
      vignette: 0.22,
      grain: 0.006,
    },
    wardrobe: {
      man: 'charcoal suit, white shirt, dark tie',
      woman: 'charcoal suit jacket, ivory silk blouse',
      any: 'charcoal suit jacket, ivory shirt',
    },
    words:
      'executive portrait, deep navy painted canvas backdrop, sculpting key light, fine rim light on the hair',
  },
  'bw-editorial': {
    id: 'bw-editorial',
    scene: { kind: 'studio', colour: [0.16, 0.16, 0.16], falloff: 0.16, pool: 0.55, mottling: 0.12 },
    light: { key: 1.15, azimuthDeg: 55, elevationDeg: 36, wrap: 0.1, rim: 0.26, shadow: 0.14 },
    lens: { focalLengthMm: 85, aperture: 2.8 },
    headShare: 0.55,
    grade: { contrast: 0.34, saturation: 0, warmth: 0, exposureEv: -0.02, vignette: 0.2, grain: 0.013 },
    wardrobe: {
      man: 'black roll-neck or dark open-collared shirt',
      woman: 'black roll-neck or simple dark dress',
      any: 'plain black top',
    },
    words:
      'black and white editorial portrait, dark textured wall, one directional window-like light, fine film grain',
  },
}

/** How a variation departs from its style. */
export interface Variation {
  /** Side of the key light as the viewer sees it. */
  side: 'left' | 'right'
  /** Multiplies the style's head share. */
  tightness: number
  /** Offset of the head from the middle, fraction of the width. */
  offset: number
  /** Multiplies key strength and backdrop light. */
  key: number
  backdrop: number
  grade: { contrast: number; warmth: number; exposureEv: number }
}

/** Four visibly different takes of one selfie: light, backdrop, crop and grade all change. */
export const VARIATIONS: readonly Variation[] = [
  {
    side: 'left',
    tightness: 1,
    offset: 0,
    key: 1,
    backdrop: 1,
    grade: { contrast: 0, warmth: 0, exposureEv: 0 },
  },
  {
    side: 'right',
    tightness: 1.14,
    offset: 0.015,
    key: 0.95,
    backdrop: 0.62,
    grade: { contrast: 0.05, warmth: 0.012, exposureEv: -0.04 },
  },
  {
    side: 'left',
    tightness: 0.9,
    offset: -0.03,
    key: 0.65,
    backdrop: 1.5,
    grade: { contrast: -0.06, warmth: 0.006, exposureEv: 0.07 },
  },
  {
    side: 'right',
    tightness: 1.04,
    offset: 0.03,
    key: 1.2,
    backdrop: 0.38,
    grade: { contrast: 0.1, warmth: -0.012, exposureEv: -0.07 },
  },
]
