import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'

const require = createRequire(import.meta.url)

/** A net that takes one NHWC float tensor and gives one or more flat outputs. */
export interface Net {
  /** `shape` is NHWC; the answer holds every output of the graph, copied out of WebAssembly memory. */
  run: (input: Float32Array, shape: [number, number, number, number]) => Float32Array[]
}

let started: Promise<void> | undefined

/** Starts the WebAssembly backend once per thread. */
export function startRuntime(): Promise<void> {
  started ??= (async () => {
    const wasmFolder = path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))
    setWasmPaths(`${wasmFolder}${path.sep}`)
    tf.enableProdMode()
    await tf.setBackend('wasm')
    await tf.ready()
  })()
  return started
}

/**
 * Loads one of the nets that ship inside the `@vladmandic/human` package.
 * That package's own runtime is not used: its module exports are malformed and it keeps state between pictures.
 */
export async function loadNet(name: 'blazeface' | 'facemesh' | 'iris' | 'faceres'): Promise<Net> {
  await startRuntime()
  const folder = path.join(path.dirname(require.resolve('@vladmandic/human')), '..', 'models')
  const [json, weights] = await Promise.all([
    readFile(path.join(folder, `${name}.json`), 'utf8'),
    readFile(path.join(folder, `${name}.bin`)),
  ])
  const parsed = JSON.parse(json) as tf.io.ModelJSON
  const weightData = new Uint8Array(weights).buffer
  const model = await loadGraphModel({
    load: () => tf.io.getModelArtifactsForJSON(parsed, (manifest) => readWeights(manifest, weightData)),
  })
  return {
    run: (input, shape) => {
      let outputs: Float32Array[] = []
      // Nothing is returned from within: tfjs would search it for tensors, value by value.
      tf.tidy(() => {
        const output = model.execute(tf.tensor4d(input, shape))
        const tensors = Array.isArray(output) ? output : [output]
        outputs = tensors.map((tensor) => tensor.dataSync<'float32'>().slice())
      })
      return outputs
    },
  }
}

function readWeights(
  manifest: tf.io.WeightsManifestConfig,
  data: ArrayBuffer,
): Promise<[tf.io.WeightsManifestEntry[], ArrayBuffer]> {
  return Promise.resolve([manifest.flatMap((group) => group.weights), data])
}
