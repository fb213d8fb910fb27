import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import type { GraphModel } from '@tensorflow/tfjs-converter'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'

const require = createRequire(import.meta.url)

/** A net that takes one NHWC float tensor and gives one or more flat outputs. */
export interface Net {
  /** `shape` is NHWC; the answer holds every output of the graph, copied out of WebAssembly memory. */
  run: (input: Float32Array, shape: [number, number, number, number]) => Float32Array[]
}

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

/** One input of a graph: its values and their shape. */
export interface Feed {
  data: Float32Array | Int32Array
  shape: number[]
}

/** A net of which any node can be fed or read. */
export interface Graph {
  /** `feeds` by node name; the answer holds the flat outputs of `nodes` in their order. */
  execute: (feeds: Record<string, Feed>, nodes: string[]) => Float32Array[]
}

/** Loads one of the nets that ship inside the `@vladmandic/human` package, to be run from its input to all its outputs. */
export async function loadNet(
  name: 'blazeface' | 'facemesh' | 'iris' | 'faceres' | 'emotion' | 'centernet',
): Promise<Net> {
  return netOf(await loadModel(humanFile(name)))
}

/** Loads a net from a graph model's JSON and the weights beside it. */
export async function loadNetFile(file: string): Promise<Net> {
  return netOf(await loadModel(file))
}

function netOf(model: GraphModel): Net {
  return { run: (input, shape) => valuesOf(() => model.execute(tf.tensor4d(input, shape))) }
}

/** Loads one whose input and outputs are not those wanted. */
export async function loadGraph(name: 'handtrack'): Promise<Graph> {
  const model = await loadModel(humanFile(name))
  return {
    execute: (feeds, nodes) =>
      valuesOf(() => {
        const tensors = Object.entries(feeds).map(([node, { data, shape }]) => [
          node,
          tf.tensor(data, shape, data instanceof Int32Array ? 'int32' : 'float32'),
        ])
        return model.execute(Object.fromEntries(tensors) as tf.NamedTensorMap, nodes)
      }),
  }
}

/** Values of all outputs, copied out of WebAssembly memory, which is free again. */
export function valuesOf(execute: () => tf.Tensor | tf.Tensor[]): Float32Array[] {
  let values: Float32Array[] = []
  // Nothing is returned from within: tfjs would search it for tensors, value by value.
  tf.tidy(() => {
    values = [execute()].flat().map((tensor) => tensor.dataSync<'float32'>().slice())
  })
  return values
}

/** The package's own runtime is not used: its module exports are malformed and it keeps state between pictures. */
function humanFile(name: string): string {
  return path.join(path.dirname(require.resolve('@vladmandic/human')), '..', 'models', `${name}.json`)
}

/** A graph as TensorFlow.js writes it: its JSON, and beside it the files of weights that it names. */
export async function loadModel(file: string): Promise<GraphModel> {
  await startRuntime()
  const parsed = JSON.parse(await readFile(file, 'utf8')) as tf.io.ModelJSON
  return loadGraphModel({
    load: () => tf.io.getModelArtifactsForJSON(parsed, (manifest) => readWeights(file, manifest)),
  })
}

/** Weights alone, by name: a manifest as TensorFlow.js writes it, and beside it the files that it names. */
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
