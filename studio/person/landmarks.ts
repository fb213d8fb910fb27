/** MediaPipe FaceMesh vertex numbers, in the order that walks round each part (canonical face model). */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const
/** The subject's right eye (left in the picture) and left eye. */
export const RIGHT_EYE = [
  33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246,
] as const
export const LEFT_EYE = [
  362, 382, 381, 380, 374, 373, 390, 249, 263, 466, 388, 387, 386, 385, 384, 398,
] as const
export const RIGHT_BROW = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46] as const
export const LEFT_BROW = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276] as const
export const LIPS = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
] as const
export const FOREHEAD = 10
export const CHIN = 152

export interface Point {
  x: number
  y: number
}

export function vertex(mesh: Float32Array, index: number): Point {
  return { x: mesh[index * 3] ?? 0, y: mesh[index * 3 + 1] ?? 0 }
}

/** How far apart two vertices are in space, in the mesh's pixels. */
export function between(mesh: Float32Array, a: number, b: number): number {
  const along = (axis: number) => (mesh[3 * a + axis] ?? 0) - (mesh[3 * b + axis] ?? 0)
  return Math.hypot(along(0), along(1), along(2))
}

export function outline(mesh: Float32Array, indices: readonly number[]): Point[] {
  return indices.map((index) => vertex(mesh, index))
}

export function centroid(points: readonly Point[]): Point {
  let x = 0
  let y = 0
  for (const point of points) {
    x += point.x
    y += point.y
  }
  return { x: x / points.length, y: y / points.length }
}

/** Upper forehead to chin, in the mesh's pixels. */
export function faceHeight(mesh: Float32Array): number {
  const top = vertex(mesh, FOREHEAD)
  const chin = vertex(mesh, CHIN)
  return Math.hypot(top.x - chin.x, top.y - chin.y)
}

/** Middle between the eyes, the eyes' distance and the head's roll, clockwise positive in the picture. */
export function eyeLine(mesh: Float32Array): { middle: Point; distance: number; rollDeg: number } {
  const right = centroid(outline(mesh, RIGHT_EYE))
  const left = centroid(outline(mesh, LEFT_EYE))
  return {
    middle: { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 },
    distance: Math.hypot(left.x - right.x, left.y - right.y),
    rollDeg: (Math.atan2(left.y - right.y, left.x - right.x) * 180) / Math.PI,
  }
}

/** Sets every pixel whose centre lies in the polygon to `value` (even-odd rule). */
export function fillPolygon(
  data: Float32Array,
  width: number,
  height: number,
  polygon: readonly Point[],
  value: number,
): void {
  const ys = polygon.map((point) => point.y)
  const from = Math.max(0, Math.floor(Math.min(...ys)))
  const to = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  const crossings: number[] = []
  for (let y = from; y <= to; y++) {
    crossings.length = 0
    polygon.forEach((p, index) => {
      const q = polygon[(index + 1) % polygon.length] ?? p
      if (p.y <= y === q.y <= y) return
      crossings.push(p.x + ((y - p.y) / (q.y - p.y)) * (q.x - p.x))
    })
    crossings.sort((p, q) => p - q)
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const start = Math.max(0, Math.ceil(crossings[pair] ?? 0))
      const end = Math.min(width - 1, Math.floor(crossings[pair + 1] ?? 0))
      if (end >= start) data.fill(value, y * width + start, y * width + end + 1)
    }
  }
}

/** The polygon grown about its centre. */
export function scaled(polygon: readonly Point[], factor: number, about = centroid(polygon)): Point[] {
  return polygon.map((point) => ({
    x: about.x + (point.x - about.x) * factor,
    y: about.y + (point.y - about.y) * factor,
  }))
}
