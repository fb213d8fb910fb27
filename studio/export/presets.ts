/** Where the head goes in a format. */
export type Placement =
  /** The whole headshot, uncut. */
  | { kind: 'whole' }
  /** Crown to chin as a share of the format's height, and the space above the crown. */
  | { kind: 'head'; headShare: number; topMargin: number }
  /** A square whose inscribed circle holds head and hair, with `margin` of its radius to spare. */
  | { kind: 'circle'; margin: number }

export interface PicturePreset {
  kind: 'picture'
  /** Null: the headshot's own size. */
  size: { widthPx: number; heightPx: number } | null
  /** Null for formats shown on screens, where density means nothing. */
  densityDpi: number | null
  placement: Placement
}

export interface SheetPreset {
  kind: 'sheet'
  /** The picture that is repeated. */
  picture: PicturePreset
  pageMm: { width: number; height: number }
  pictureMm: { width: number; height: number }
  columns: number
  rows: number
}

const PRINT_DPI = 300
const MM_PER_INCH = 25.4

/** Whole pixels of a printed length at 300 dpi: 35 mm are 413. */
export function printPixels(lengthMm: number): number {
  return Math.round((lengthMm / MM_PER_INCH) * PRINT_DPI)
}

function printed(widthMm: number, heightMm: number, placement: Placement): PicturePreset & { size: object } {
  const size = { widthPx: printPixels(widthMm), heightPx: printPixels(heightMm) }
  return { kind: 'picture', size, densityDpi: PRINT_DPI, placement }
}

function square(sidePx: number, placement: Placement): PicturePreset {
  return { kind: 'picture', size: { widthPx: sidePx, heightPx: sidePx }, densityDpi: null, placement }
}

/**
 * No norm binds CV photographs; head and shoulders show. This is the size of German and Swiss passport photographs, the
 * head well under their 32 to 36 mm.
 */
const CV_GERMANY = printed(35, 45, { kind: 'head', headShare: 0.58, topMargin: 0.1 })

/** Every format a headshot can be had in. Pixels are exact, densities are written into the file. */
export const EXPORT_PRESETS = {
  /** The headshot as it was made. */
  original: { kind: 'picture', size: null, densityDpi: null, placement: { kind: 'whole' } },
  /** LinkedIn Help, profile photo: 400 x 400 px at least; LinkedIn advises that the face take about 60 % of it. */
  'linkedin-400': square(400, { kind: 'head', headShare: 0.6, topMargin: 0.14 }),
  /** XING Help, profile picture: 1024 x 1024 px advised; never tighter than the headshot's pixels allow. */
  'xing-1024': square(1024, { kind: 'head', headShare: 0.6, topMargin: 0.12 }),
  'cv-germany-switzerland': CV_GERMANY,
  /** Size of the French photo d'identité, a little tighter than its German counterpart. */
  'cv-france': printed(35, 45, { kind: 'head', headShare: 0.64, topMargin: 0.09 }),
  /** Size of foto carnet and fototessera, 3 x 4 cm. */
  'cv-spain-italy': printed(30, 40, { kind: 'head', headShare: 0.64, topMargin: 0.09 }),
  /** 120 points at double density: legible beside four lines of text, under 40 kB. */
  'email-signature': square(240, { kind: 'head', headShare: 0.66, topMargin: 0.12 }),
  /** Largest circle that platforms cut: the one inscribed in the square. */
  'round-avatar': square(800, { kind: 'circle', margin: 0.1 }),
  /** ISO 216, A6 across: eight photographs of 35 x 45 mm with cut marks in the margin. */
  'print-sheet-a6': {
    kind: 'sheet',
    picture: CV_GERMANY,
    pageMm: { width: 148, height: 105 },
    pictureMm: { width: 35, height: 45 },
    columns: 4,
    rows: 2,
  },
} as const satisfies Record<string, PicturePreset | SheetPreset>

export type ExportPresetId = keyof typeof EXPORT_PRESETS

/** In the order in which they are offered. */
export const EXPORT_PRESET_IDS = Object.keys(EXPORT_PRESETS) as ExportPresetId[]

/** The picture of a format; on a sheet the one that is repeated. */
export function pictureOf(presetId: ExportPresetId): PicturePreset {
  const preset: PicturePreset | SheetPreset = EXPORT_PRESETS[presetId]
  return preset.kind === 'sheet' ? preset.picture : preset
}
