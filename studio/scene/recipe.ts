/** A backdrop's answers to a variation and to a person. */
interface Backdrop {
  /** How far the backdrop follows a variation's backdrop light: 1, the default, in full; 0 not at all. */
  answer?: number
  /** Brightest light that a variation may give it, of the recipe's light; no bound by default. */
  most?: number
  /** Share of its light that it loses behind a head of white hair, 0..1; none by default. */
  parting?: number
}

/** A backdrop lit by its own lamp, in linear light. */
export interface StudioSet extends Backdrop {
  kind: 'studio'
  /** Cloth or paper under the full light of its lamp, linear sRGB 0..1. */
  colour: readonly [number, number, number]
  /** Papers in place of `colour`: each variation takes the next of those that suit the person best. */
  papers?: readonly (readonly [number, number, number])[]
  /** Whether the paper stays white under a warmer or cooler grade. */
  white?: boolean
  /** Share of that light left far from the lamp's centre, 0..1. */
  falloff: number
  /** How much brighter its lit side is than the middle; a little by default. */
  slope?: number
  /** Radius of the lit pool as a fraction of the picture's height. */
  pool: number
  /**
   * Least light of the pool, of the recipe's, however dark a variation makes the rest: it separates dark hair and
   * cloth.
   */
  lamp?: number
  /** Depth of the painter's mottling, 0..1 of the local light. */
  mottling: number
}

export type Place = 'office' | 'library' | 'loft' | 'city' | 'garden' | 'alps'

/** Somewhere in the world, out of focus behind the person. */
export interface LocationSet extends Backdrop {
  kind: 'location'
  place: Place
  /** Multiplies the place's light. */
  exposure: number
  /** Of the portrait lens, f-number. */
  aperture: number
  /** How far the side, contrast and colours of the place's light show on the person, 0..1. */
  onPerson: number
  /** Light on the person against that of a studio, stops: a face before a city at night is not as bright as by day. */
  personEv: number
}

export type Scene = StudioSet | LocationSet

/** How a style lights the person: the key is the main light; the surround fills its shadows. */
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

export interface Recipe {
  /** Its name where no language is chosen: reports and contact sheets. */
  name: string
  scene: Scene
  light: Light
  /** Crown to chin as a fraction of the headshot's height, where the selfie allows it. */
  headShare: number
  grade: Grade
}
