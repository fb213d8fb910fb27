import { between } from '#studio/person/landmarks.ts'

type Vertex = [number, number, number]

function vertex(mesh: Float32Array, index: number): Vertex {
  return [mesh[3 * index] ?? 0, mesh[3 * index + 1] ?? 0, mesh[3 * index + 2] ?? 0]
}

/** Height over width of the gap between the lips; the mesh may be in any pixels. */
export function mouthAspect(mesh: Float32Array): number {
  return between(mesh, 13, 14) / (between(mesh, 78, 308) || 1)
}

/** How far the corners of the mouth are above the middle of the lips, along nose to chin, in widths of both eyes. */
export function smileOf(mesh: Float32Array): number {
  const [topX, topY, topZ] = vertex(mesh, 168)
  const [chinX, chinY, chinZ] = vertex(mesh, 152)
  const depth = (index: number): number => {
    const [x, y, z] = vertex(mesh, index)
    return (x - topX) * (chinX - topX) + (y - topY) * (chinY - topY) + (z - topZ) * (chinZ - topZ)
  }
  const scale = between(mesh, 168, 152) * between(mesh, 33, 263) || 1
  return (depth(13) + depth(14) - depth(61) - depth(291)) / (2 * scale)
}
