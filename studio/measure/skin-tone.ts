import { faceHeight } from '#studio/person/landmarks.ts'
import { facialSkin, measureSkin } from '#studio/person/skin.ts'
import type { SeenSkin } from '#studio/person/skin.ts'
import type { Raster } from '#studio/picture/raster.ts'

/** A face this high has pixels enough for the median of its skin. */
const FACE_HEIGHT_PX = 100

/** The facial skin of a picture, measured by `measureSkin` on as many pixels as its median needs; `mesh` in the picture's. */
export function skinStatisticsOf(raster: Raster, mesh: Float32Array): SeenSkin {
  const step = Math.max(1, Math.floor(faceHeight(mesh) / FACE_HEIGHT_PX))
  const small = everyNth(raster, step)
  const moved = mesh.map((value) => value / step)
  return measureSkin(small, facialSkin(moved, small.width, small.height))
}

/** Every n-th pixel of every n-th row. */
function everyNth(raster: Raster, step: number): Raster {
  if (step === 1) return raster
  const [width, height] = [Math.floor(raster.width / step), Math.floor(raster.height / step)]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = y * step * raster.width * 3; x < width; x++, at += 3 * step) {
      for (let c = 0; c < 3; c++) data[to++] = raster.data[at + c] ?? 0
    }
  }
  return { width, height, data }
}
