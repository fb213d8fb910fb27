import { detectFaces } from '#studio/nets/detect.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'

/** Where the head is in a headshot, hair included, in its pixels. */
export interface Head {
  /** Upright line the head is centred on. */
  axisX: number
  crownY: number
  chinY: number
  /** Holds head and hair down to the chin. */
  circle: { x: number; y: number; radius: number }
}

/** Hair is followed from the axis outwards up to this many face heights. */
const WIDEST = 0.95
const TALLEST = 0.75

/** The head of the largest face; null when there is none. Crown and sides come from the segmentation, to about 5 px. */
export async function findHead(raster: Raster): Promise<Head | null> {
  const [face] = await detectFaces(raster)
  if (!face) return null
  return headFrom(face.mesh, await segmentPerson(raster))
}

/** @param person logit of "person" per pixel */
export function headFrom(mesh: Float32Array, person: Plane): Head {
  const tall = faceHeight(mesh)
  const eyes = eyeLine(mesh).middle
  const chin = vertex(mesh, CHIN)
  const isPerson = (x: number, y: number): boolean =>
    x >= 0 && x < person.width && (person.data[Math.round(y) * person.width + Math.round(x)] ?? -1) > 0
  const foreheadY = chin.y - tall
  let crownY = foreheadY
  for (let offset = -0.3; offset <= 0.3; offset += 0.05) {
    let y = Math.max(0, foreheadY)
    while (y > 0 && y > foreheadY - tall * TALLEST && isPerson(eyes.x + offset * tall, y - 1)) y--
    crownY = Math.min(crownY, y)
  }
  const outline: Point[] = [{ x: eyes.x, y: crownY }, chin]
  let [left, right] = [eyes.x, eyes.x]
  for (let y = Math.ceil(Math.max(0, crownY)); y <= Math.min(person.height - 1, chin.y); y += 2) {
    for (const direction of [-1, 1]) {
      // Hair may stand beside an empty temple: from the far end inwards.
      let x = eyes.x + direction * WIDEST * tall
      while (direction * (x - eyes.x) > 0 && !isPerson(x, y)) x -= direction
      outline.push({ x, y })
      if (y < eyes.y + tall * 0.3) [left, right] = [Math.min(left, x), Math.max(right, x)]
    }
  }
  return {
    // On the eyes alone a turned head hangs to one side, on the hair alone one with a long strand does.
    axisX: eyes.x * 0.6 + ((left + right) / 2) * 0.4,
    crownY,
    chinY: chin.y,
    circle: enclosing(outline),
  }
}

/** The circle round all points about the middle of their box: heads are so nearly round that it is hardly the smallest. */
function enclosing(points: readonly Point[]): Head['circle'] {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2
  const [x, y] = [middle(points.map((point) => point.x)), middle(points.map((point) => point.y))]
  return { x, y, radius: Math.max(...points.map((point) => Math.hypot(point.x - x, point.y - y))) }
}
