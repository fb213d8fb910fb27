import sharp from 'sharp'
import { encodeHeadshot } from '#studio/export/encode.ts'

export interface SheetPicture {
  jpeg: Uint8Array
  /** 0..1; null where there is no picture to compare with. */
  likeness: number | null
}

export interface SheetRow {
  name: string
  pictures: readonly SheetPicture[]
}

/** Pixels. */
const SHEET_WIDEST = 2400
const SHEET_NARROWEST = 1400
const MARGIN = 96
const LABELS = 300
const GAP = 18
const ROW_GAP = 56
const HEADER = 200
const CAPTION = 38
const COLUMNS_MOST = 12
const PICTURE_WIDEST = 300
/** Height over width of a headshot. */
const ASPECT = 1280 / 1024

const PAPER = '#f7f6f3'
const INK = '#1d1f21'
const QUIET = '#77787a'
const FONT = `font-family="Inter Tight, Inter, Helvetica Neue, Helvetica, Liberation Sans, DejaVu Sans, sans-serif"`

const MARK = {
  credit: 'AI-finished portraits',
  description:
    'These portraits were finished with artificial intelligence from photographs of the person shown.',
}

interface Place {
  left: number
  top: number
}

interface Layout {
  width: number
  height: number
  pictureWidth: number
  pictureHeight: number
  /** Per row: its top and where its pictures lie. */
  rows: { top: number; places: Place[] }[]
}

/** Rows of one style each; pictures as large as the fullest row allows, a fuller one runs over several lines. */
function layOut(rows: readonly SheetRow[]): Layout {
  const fullest = Math.max(1, ...rows.map(({ pictures }) => pictures.length))
  const columns = Math.min(COLUMNS_MOST, fullest)
  const room = SHEET_WIDEST - 2 * MARGIN - LABELS
  const pictureWidth = Math.min(PICTURE_WIDEST, Math.floor((room - GAP * (columns - 1)) / columns))
  const pictureHeight = Math.round(pictureWidth * ASPECT)
  const taken = 2 * MARGIN + LABELS + columns * (pictureWidth + GAP) - GAP
  const width = Math.max(SHEET_NARROWEST, taken)
  let top = HEADER
  const placed = rows.map(({ pictures }) => {
    const start = top
    const places = pictures.map((_, index) => ({
      left: MARGIN + LABELS + (index % columns) * (pictureWidth + GAP),
      top: start + Math.floor(index / columns) * (pictureHeight + CAPTION + GAP),
    }))
    const lines = Math.max(1, Math.ceil(pictures.length / columns))
    top += lines * (pictureHeight + CAPTION + GAP) - GAP + ROW_GAP
    return { top: start, places }
  })
  return { width, height: top - ROW_GAP + MARGIN, pictureWidth, pictureHeight, rows: placed }
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

function text(at: Place, size: number, colour: string, content: string, weight = 400): string {
  const safe = content.replace(/[&<>"]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES])
  return `<text x="${at.left}" y="${at.top}" font-size="${size}" font-weight="${weight}" fill="${colour}" ${FONT}>${safe}</text>`
}

/** The likeness range of a row, as text. */
function range(pictures: readonly SheetPicture[]): string {
  if (pictures.length === 0) return 'none passed'
  const likeness = pictures.flatMap((picture) => picture.likeness ?? [])
  if (likeness.length === 0) return 'not told'
  const low = Math.min(...likeness).toFixed(2)
  const high = Math.max(...likeness).toFixed(2)
  return low === high ? low : `${low} – ${high}`
}

function lettering(title: string, rows: readonly SheetRow[], layout: Layout): string {
  const all = rows.flatMap(({ pictures }) => pictures)
  const styles = rows.length === 1 ? '1 style' : `${rows.length} styles`
  const parts = [
    text({ left: MARGIN, top: MARGIN + 34 }, 44, INK, title, 500),
    text(
      { left: MARGIN + LABELS, top: MARGIN + 34 },
      22,
      QUIET,
      `${all.length} ${all.length === 1 ? 'headshot' : 'headshots'}, ${styles}. Likeness ${range(all)}`,
    ),
  ]
  rows.forEach(({ name, pictures }, index) => {
    const row = layout.rows[index]
    if (!row) return
    const rule = row.top - ROW_GAP / 2
    parts.push(
      `<rect x="${MARGIN}" y="${rule}" width="${layout.width - 2 * MARGIN}" height="1" fill="#dddbd6"/>`,
      text({ left: MARGIN, top: row.top + 22 }, 25, INK, name, 500),
      text({ left: MARGIN, top: row.top + 54 }, 19, QUIET, `Likeness ${range(pictures)}`),
    )
    row.places.forEach((place, k) => {
      const at = { left: place.left, top: place.top + layout.pictureHeight + 25 }
      parts.push(text(at, 17, QUIET, pictures[k]?.likeness?.toFixed(2) ?? ''))
    })
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${layout.height}">${parts.join('')}</svg>`
}

/**
 * One JPEG with every headshot: a row per style with its name and likeness, the likeness under each picture.
 * Carries the same mark as the headshots.
 */
export async function drawContactSheet(title: string, rows: readonly SheetRow[]): Promise<Uint8Array> {
  const layout = layOut(rows)
  const pictures = rows.flatMap((row, index) =>
    row.pictures.map(({ jpeg }, k) => ({
      jpeg,
      place: layout.rows[index]?.places[k] ?? { left: 0, top: 0 },
    })),
  )
  const layers = await Promise.all(
    pictures.map(async ({ jpeg, place }) => ({
      input: await sharp(jpeg)
        .resize(layout.pictureWidth, layout.pictureHeight, { fit: 'cover' })
        .png({ compressionLevel: 1 })
        .toBuffer(),
      ...place,
    })),
  )
  const { data, info } = await sharp({
    create: { width: layout.width, height: layout.height, channels: 3, background: PAPER },
  })
    .composite([...layers, { input: Buffer.from(lettering(title, rows, layout)), left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return encodeHeadshot({ width: info.width, height: info.height, data }, MARK)
}
