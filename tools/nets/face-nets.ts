import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPackage } from './packaged.ts'
import { readTensorflow } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

const SOURCE = { name: '@vladmandic/human', version: '3.3.6' } as const

/** What the studio calls those outputs of each net that it reads, and which nodes they are. */
const FACE_NETS = {
  blazeface: {
    fineScores: 'Identity',
    coarseScores: 'Identity_1',
    fineBoxes: 'Identity_2',
    coarseBoxes: 'Identity_3',
  },
  facemesh: { points: 'Identity_2', score: 'Identity_1' },
  iris: { points: 'Identity' },
  faceres: { descriptor: 'global_pooling/Mean', ages: 'age_pred/Softmax' },
  emotion: { shares: 'Identity' },
} as const

/** A net of faces as an ONNX file. */
export function makeFaceNet(name: keyof typeof FACE_NETS): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const [json, weights] = await Promise.all([
      readFile(join(folder, 'models', `${name}.json`), 'utf8'),
      readFile(join(folder, 'models', `${name}.bin`)),
    ])
    return toOnnx(name, readTensorflow(json, weights), FACE_NETS[name])
  })
}
