/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** Interleaved 8-bit sRGB, 3 channels, row-major. */
export interface Raster extends Size {
  data: Uint8Array
}

/** One float per pixel, row-major. */
export interface Plane extends Size {
  data: Float32Array
}
