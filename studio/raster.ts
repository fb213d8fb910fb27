/** Interleaved 8-bit sRGB, 3 channels, row-major. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
}

/** One float per pixel, row-major. */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}
