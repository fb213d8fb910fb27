/** The looks of one person of the drawn cast. Lengths are in half face widths (see geometry.ts). */

export type HairStyle =
  | 'cropped'
  | 'long'
  | 'bald'
  | 'braids'
  | 'locs'
  | 'swept'
  | 'curls'
  | 'bob'
  | 'scarf'
  | 'headwrap'
  | 'turban'
/** The pattern of a headscarf. */
export type Print = 'flowers' | 'stripes' | 'diamonds'
export type GarmentCut = 'crew' | 'shirt' | 'blazer' | 'rollneck' | 'vneck'

export interface Garment {
  cut: GarmentCut
  colour: string
  /** What shows under a blazer or a jumper. */
  under?: string
}

export interface Character {
  skin: string
  blush: string
  lip: string
  /** 0 at twenty to 1 at seventy. */
  age: number
  /**
   * Of hair or the cloth that covers it. `ends`: the colour of its lower part; `lining`: the cloth visible under a
   * turban; `likeWall`: the wall's colour in each room.
   */
  hair: {
    style: HairStyle
    colour: string
    grey?: number
    ends?: string
    lining?: string
    print?: { kind: Print; colours: readonly [string, string] }
    likeWall?: true
  }
  /** `long` falls over the collar. */
  beard?: { colour: string; length: number; long?: true }
  glasses?: string
  /** How much of the eyes a window or lamp hides in the lenses, 0 to 1. */
  glare?: number
  earrings?: string
  freckles?: boolean
  /** Share of the light that the skin reflects unchanged, 0 to 1. */
  gloss?: number
  marks?: 'vitiligo' | 'scars'
  /** Colours of accessories and of objects behind the head. */
  hairband?: string
  hearingAid?: string
  wheelchair?: string
  /** How far the shoulders are drawn up. */
  raised?: number
  /** `crown`: how much higher than usual the skull is. */
  head: { cheek: number; jaw: number; chin: number; length: number; brow: number; crown?: number }
  eyes: {
    apart: number
    width: number
    height: number
    tilt: number
    hood: number
    iris: string
    lashes: number
    /** How deep they lie under the brow, 0 to 1; light from above then leaves them in shadow. */
    depth?: number
  }
  brows: { thickness: number; arch: number; colour: string; y: number; tilt: number }
  nose: { width: number; length: number; bridge: number; tip: number }
  mouth: { y: number; width: number; upper: number; lower: number }
  ears: number
  neck: number
  shoulders: number
  wardrobe: readonly [Garment, Garment, Garment]
}
