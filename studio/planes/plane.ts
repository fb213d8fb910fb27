import type { Plane } from '#studio/picture/raster.ts'

/** A plane is one number per pixel, such as alpha or luma; a new one holds `fill` everywhere. */
export function createPlane(width: number, height: number, fill = 0): Plane {
  const data = new Float32Array(width * height)
  if (fill !== 0) data.fill(fill)
  return { width, height, data }
}

/** Bytes as shares of 255. */
export function sharesOf(bytes: Uint8Array): Float32Array {
  const shares = new Float32Array(bytes.length)
  for (let i = 0; i < shares.length; i++) shares[i] = (bytes[i] ?? 0) / 255
  return shares
}

/** Shares as bytes. */
export function bytesOf(shares: Float32Array): Uint8Array {
  const bytes = new Uint8Array(shares.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (shares[i] ?? 0) * 255 + 0.5
  return bytes
}
