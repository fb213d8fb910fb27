import { fileURLToPath } from 'node:url'
import type { InferenceSession, Tensor } from 'onnxruntime-node'

/** The library is large, and most who import a net of this kind leave it to another process, or never run it. */
const runtime = () => import('onnxruntime-node')

/** The path of a net that `npm run nets` made, see docs/models.md. */
export function netFile(name: string): string {
  return fileURLToPath(new URL(`./weights/${name}.onnx`, import.meta.url))
}

/** A net in an ONNX file. */
export async function openSession(file: string, threads: number): Promise<InferenceSession> {
  const { InferenceSession } = await runtime()
  return InferenceSession.create(file, {
    intraOpNumThreads: threads,
    // Memory patterns cost the net that cuts out 0.4 GB and make it no faster.
    enableMemPattern: false,
    // A thread that waits for the other must not spin, so that other processes get its processor.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

const sessions = new Map<string, Promise<InferenceSession>>()

/** A net on one thread, for processes that run beside others. Loaded once per process; after a failure it is tried again. */
export function sessionOf(file: string): Promise<InferenceSession> {
  const known = sessions.get(file)
  if (known) return known
  const session = openSession(file, 1)
  sessions.set(file, session)
  session.catch(() => sessions.delete(file))
  return session
}

/**
 * Outputs of a net of pictures, by their names.
 * @param pixels of one picture, row by row, of this shape: [1, height, width, channels]
 * @throws RangeError when the net has no such output
 */
export async function runNet<Name extends string>(
  file: string,
  outputs: readonly Name[],
  pixels: Float32Array,
  shape: readonly [1, number, number, number],
): Promise<Record<Name, Float32Array>> {
  const { Tensor } = await runtime()
  const session = await sessionOf(file)
  const missing = outputs.find((name) => !session.outputNames.includes(name))
  if (missing !== undefined) throw new RangeError(`${file}: the net has no output ${missing}`)
  const answer = await session.run({ picture: new Tensor('float32', pixels, shape) }, outputs)
  const named = outputs.map((name) => [name, floatsOf(answer[name]?.data)] as const)
  return Object.fromEntries(named) as Record<Name, Float32Array>
}

/** The values of an output. @throws RangeError when they are no floats */
export function floatsOf(data: unknown): Float32Array {
  if (!(data instanceof Float32Array)) throw new RangeError('floats are what a net gives')
  return data
}

/** The first output of a net for its one input. */
export async function firstOutput(
  session: InferenceSession,
  values: Float32Array,
  shape: readonly [number, number, number, number],
): Promise<Tensor | undefined> {
  const { Tensor } = await runtime()
  const [input, output] = [session.inputNames[0] ?? '', session.outputNames[0] ?? '']
  const answer = await session.run({ [input]: new Tensor('float32', values, shape) }, [output])
  return answer[output]
}
