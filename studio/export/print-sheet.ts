import type { Mark } from './encode.ts'
import { markAsRdf } from './encode.ts'
import type { SheetPreset } from './presets.ts'

const POINTS_PER_MM = 72 / 25.4
/** Cut marks stand in the margin, clear of the pictures. */
const MARK_GAP_MM = 0.8
const MARK_LENGTH_MM = 2.5
const MARK_WIDTH_PT = 0.35

interface Line {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** Lower ends of every cut along one side, in millimetres from the page's edge. */
function cutsAlong(pageMm: number, pictureMm: number, count: number): number[] {
  const first = (pageMm - pictureMm * count) / 2
  return Array.from({ length: count + 1 }, (_, index) => first + index * pictureMm)
}

/** Where the pictures lie and where they are cut, millimetres from the upper left corner. */
export function layoutSheet({ pageMm, pictureMm, columns, rows }: SheetPreset): {
  places: { x: number; y: number }[]
  marks: Line[]
} {
  const xs = cutsAlong(pageMm.width, pictureMm.width, columns)
  const ys = cutsAlong(pageMm.height, pictureMm.height, rows)
  const places = ys.slice(0, -1).flatMap((y) => xs.slice(0, -1).map((x) => ({ x, y })))
  const ends = (cuts: number[]): [number, number][] => {
    const [first = 0, last = 0] = [cuts[0], cuts.at(-1)]
    return [
      [first - MARK_GAP_MM - MARK_LENGTH_MM, first - MARK_GAP_MM],
      [last + MARK_GAP_MM, last + MARK_GAP_MM + MARK_LENGTH_MM],
    ]
  }
  const upright = xs.flatMap((x) => ends(ys).map(([y1, y2]) => ({ x1: x, y1, x2: x, y2 })))
  const level = ys.flatMap((y) => ends(xs).map(([x1, x2]) => ({ x1, y1: y, x2, y2: y })))
  return { places, marks: [...upright, ...level] }
}

/**
 * A PDF of one page that repeats the picture, with cut marks. The PDF's own metadata bears the picture's AI
 * disclosure.
 * The same picture and instant give the same bytes.
 * @param jpeg embedded unchanged, once
 */
export async function drawSheet(
  jpeg: Uint8Array,
  preset: SheetPreset,
  { mark, createdAt }: { mark: Mark; createdAt: Date },
): Promise<Uint8Array> {
  // Loaded on first use: a process that only renders never needs pdfkit.
  const { default: PdfDocument } = await import('pdfkit')
  const { pageMm, pictureMm } = preset
  const document = new PdfDocument({
    size: [pageMm.width * POINTS_PER_MM, pageMm.height * POINTS_PER_MM],
    margin: 0,
    pdfVersion: '1.7',
    // pdfkit copies these words into XML as they are; the mark below holds the exact ones.
    info: { CreationDate: createdAt, Keywords: mark.description.replaceAll(/[&<>]/g, ' ') },
  })
  document.appendXML(markAsRdf(mark))
  const chunks: Uint8Array[] = []
  const whole = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const { places, marks } = layoutSheet(preset)
  // As an address, which pdfkit remembers: bytes would be embedded again for each place.
  const picture = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
  const size = { width: pictureMm.width * POINTS_PER_MM, height: pictureMm.height * POINTS_PER_MM }
  for (const { x, y } of places) document.image(picture, x * POINTS_PER_MM, y * POINTS_PER_MM, size)
  document.lineWidth(MARK_WIDTH_PT).strokeColor('#000')
  for (const { x1, y1, x2, y2 } of marks) {
    document.moveTo(x1 * POINTS_PER_MM, y1 * POINTS_PER_MM)
    document.lineTo(x2 * POINTS_PER_MM, y2 * POINTS_PER_MM).stroke()
  }
  document.end()
  await whole
  return new Uint8Array(Buffer.concat(chunks))
}
