/** A point on the Earth, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** Cells of a row that follow one another, both ends included. */
export interface CellRange {
  first: number
  last: number
}

export const EARTH_RADIUS_METERS = 6_371_008.8
/** A quarter of a degree: some 28 km from south to north. */
const CELLS_PER_DEGREE = 4
const ROWS = 180 * CELLS_PER_DEGREE
const COLUMNS = 360 * CELLS_PER_DEGREE

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
const rowOf = (latitude: number) =>
  Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) * CELLS_PER_DEGREE)))
const columnOf = (longitude: number) => Math.floor((longitude + 180) * CELLS_PER_DEGREE)

/** The square of a grid of 720 rows by 1440 columns in which a point lies; 180° east is 180° west. */
export function cellOf({ latitude, longitude }: Point): number {
  return rowOf(latitude) * COLUMNS + (columnOf(longitude) % COLUMNS)
}

/** Ranges that hold every cell with a point within `radiusMeters`; around a pole and over the date line too. */
export function cellsAround({ latitude, longitude }: Point, radiusMeters: number): CellRange[] {
  const angle = radiusMeters / EARTH_RADIUS_METERS
  const height = degrees(angle)
  const ranges: CellRange[] = []
  const columns = columnsAround(latitude, longitude, angle)
  for (let row = rowOf(latitude - height); row <= rowOf(latitude + height); row++) {
    for (const { first, last } of columns) {
      ranges.push({ first: row * COLUMNS + first, last: row * COLUMNS + last })
    }
  }
  return ranges
}

function columnsAround(latitude: number, longitude: number, angle: number): CellRange[] {
  const whole = [{ first: 0, last: COLUMNS - 1 }]
  const narrowing = Math.cos(radians(latitude))
  // A circle that reaches a pole touches every meridian.
  if (Math.sin(angle) >= narrowing || angle >= Math.PI / 2) return whole
  const width = degrees(Math.asin(Math.sin(angle) / narrowing))
  const [west, east] = [columnOf(longitude - width), columnOf(longitude + width)]
  if (east - west >= COLUMNS - 1) return whole
  const wrap = (column: number) => ((column % COLUMNS) + COLUMNS) % COLUMNS
  const [first, last] = [wrap(west), wrap(east)]
  if (first <= last) return [{ first, last }]
  return [
    { first, last: COLUMNS - 1 },
    { first: 0, last },
  ]
}

/** Along a great circle. */
export function metersBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(half)))
}
