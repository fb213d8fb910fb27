import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPackage, requireSame } from './packaged.ts'
import { readTensorflow } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

const SOURCE = { name: '@vladmandic/human', version: '3.3.6' } as const

/** SHA-256 of the weights of each net in the package, and what the studio calls those of its outputs that it reads. */
const FACE_NETS = {
  blazeface: {
    sha256: 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
    outputs: {
      fineScores: 'Identity',
      coarseScores: 'Identity_1',
      fineBoxes: 'Identity_2',
      coarseBoxes: 'Identity_3',
    },
  },
  facemesh: {
    sha256: '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
    outputs: { points: 'Identity_2', score: 'Identity_1' },
  },
  iris: {
    sha256: 'd7f296d184274213d4642681ae186112cbbec77fd2ab066257d3c56a1940bc71',
    outputs: { points: 'Identity' },
  },
  faceres: {
    sha256: '2c7d2d62b76c97528b736527aa09d310ea71743c9e3e79fb6c62d4b2d73af79b',
    outputs: { descriptor: 'global_pooling/Mean', ages: 'age_pred/Softmax' },
  },
  emotion: {
    sha256: '927ac8224f356ab1e68c2bcfbfa07b0c8567047d1bcf817388ba6e38214c4987',
    outputs: { shares: 'Identity' },
  },
} as const

/** A net of faces as an ONNX file. @throws Error when the package holds another net than before */
export function makeFaceNet(name: keyof typeof FACE_NETS): Promise<Uint8Array> {
  const { sha256, outputs } = FACE_NETS[name]
  return readPackage(SOURCE, async (folder) => {
    const [json, weights] = await Promise.all([
      readFile(join(folder, 'models', `${name}.json`), 'utf8'),
      readFile(join(folder, 'models', `${name}.bin`)),
    ])
    requireSame(weights, sha256, SOURCE)
    return toOnnx(name, readTensorflow(json, weights), outputs)
  })
}
