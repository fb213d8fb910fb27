import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, lifted } from './crop.ts'
import { squareAround } from './facemesh.ts'
import { netFile, runNet } from './onnx.ts'
import { normalise } from './vectors.ts'

const NET = netFile('second-descriptor')
const SIDE = 150
/** The cut in heights of the mesh, and how far below its middle. Best of 6 x 4 tried on photographs. */
const MARGIN = 1.1
const DROP = 0.05
const MEANS_RGB = [122.782, 117.001, 104.298] as const

/**
 * A second, independent face descriptor, of a net trained on other pictures than `describeFace`: dlib's face
 * recognition (King 2017).
 * 128 values, L2-normalised: compare by `cosine`, with limits of its own.
 */
export async function describeFaceAgain(raster: Raster, mesh: Float32Array): Promise<Float32Array> {
  const cut = cutSquare(raster, lifted(squareAround(mesh, MARGIN), -DROP), SIDE, 1, 0)
  for (let i = 0; i < cut.length; i++) cut[i] = ((cut[i] ?? 0) - (MEANS_RGB[i % 3] ?? 0)) / 255
  const { descriptor } = await runNet(NET, ['descriptor'], cut, [1, SIDE, SIDE, 3])
  return normalise(descriptor)
}
