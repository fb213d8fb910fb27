import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare } from './crop.ts'
import { squareAround } from './facemesh.ts'
import { netFile, runNet } from './onnx.ts'

const NET = netFile('emotion')
const SIDE = 64
/** Cuts in heights of the mesh: the net is steadier over two than on either. */
const MARGINS = [1, 1.2] as const
/** Of its seven shares of 1: angry, disgust, fear, happy, sad, surprise, neutral. */
const [HAPPY, NEUTRAL] = [3, 6]

/** How sure the net is that a face is calm or pleased, 0..1 (oarriaga's face classification, trained on FER2013). */
export async function readPleased(raster: Raster, mesh: Float32Array): Promise<number> {
  let pleased = 0
  for (const margin of MARGINS) {
    const cut = cutSquare(raster, squareAround(mesh, margin), SIDE, 1 / 127.5, -1)
    const grey = new Float32Array(SIDE * SIDE)
    for (let i = 0; i < grey.length; i++)
      grey[i] = 0.2989 * (cut[3 * i] ?? 0) + 0.587 * (cut[3 * i + 1] ?? 0) + 0.114 * (cut[3 * i + 2] ?? 0)
    const { shares } = await runNet(NET, ['shares'], grey, [1, SIDE, SIDE, 1])
    pleased += (shares[HAPPY] ?? 0) + (shares[NEUTRAL] ?? 0)
  }
  return pleased / MARGINS.length
}
