import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import type { GraphModel } from '@tensorflow/tfjs-converter'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'

const require = createRequire(import.meta.url)

let started: Promise<void> | undefined

/** Starts the WebAssembly backend once per process. */
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
 * The path of one of the nets that ship inside the `@vladmandic/human` package. The package's own runtime is not
 * used: its module exports are malformed and it keeps state between pictures.
 */
export function humanNet(name: 'blazeface' | 'facemesh' | 'iris' | 'faceres' | 'emotion'): string {
  return path.join(path.dirname(require.resolve('@vladmandic/human')), '..', 'models', `${name}.json`)
}

/** Every output of a net of one NHWC input, flat. */
export async function runNet(
  file: string,
  input: Float32Array,
  shape: [number, number, number, number],
): Promise<Float32Array[]> {
  const model = await loadModel(file)
  return valuesOf(() => model.execute(tf.tensor4d(input, shape)))
}

/** Values of all outputs, copied out of WebAssembly memory, which is free again. */
export function valuesOf(execute: () => tf.Tensor | tf.Tensor[]): Float32Array[] {
  let values: Float32Array[] = []
  // The callback returns nothing: tfjs would search the result for tensors, value by value.
  tf.tidy(() => {
    values = [execute()].flat().map((tensor) => tensor.dataSync<'float32'>().slice())
  })
  return values
}

const models = new Map<string, Promise<GraphModel>>()

/** A graph in TensorFlow.js' format: its JSON, and beside it the weight files it names. Read once per process. */
export function loadModel(file: string): Promise<GraphModel> {
  const known = models.get(file) ?? readModel(file)
  models.set(file, known)
  return known
}

async function readModel(file: string): Promise<GraphModel> {
  await startRuntime()
  const parsed = JSON.parse(await readFile(file, 'utf8')) as tf.io.ModelJSON
  return loadGraphModel({
    load: () => tf.io.getModelArtifactsForJSON(parsed, (manifest) => readWeights(file, manifest)),
  })
}

/** Weights alone, by name: a manifest in TensorFlow.js' format, and beside it the files it names. */
export async function loadWeights(file: string): Promise<tf.NamedTensorMap> {
  await startRuntime()
  const manifest = JSON.parse(await readFile(file, 'utf8')) as tf.io.WeightsManifestConfig
  const [weights, values] = await readWeights(file, manifest)
  return tf.io.decodeWeights(values, weights)
}

async function readWeights(
  file: string,
  manifest: tf.io.WeightsManifestConfig,
): Promise<[tf.io.WeightsManifestEntry[], ArrayBuffer]> {
  const names = manifest.flatMap(({ paths }) => paths)
  const parts = await Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name))))
  return [manifest.flatMap(({ weights }) => weights), new Uint8Array(Buffer.concat(parts)).buffer]
}
