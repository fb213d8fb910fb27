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
  const session = sessions.get(file) ?? openSession(file, 1)
  sessions.set(file, session)
  session.catch(() => sessions.delete(file))
  return session
}

/**
 * Every output of a net of pictures, by its name.
 * @param pixels of one picture, row by row, of this shape: [1, height, width, channels]
 */
export async function runNet(
  file: string,
  pixels: Float32Array,
  shape: readonly [1, number, number, number],
): Promise<Partial<Record<string, Float32Array>>> {
  const { Tensor } = await runtime()
  const session = await sessionOf(file)
  const answer = await session.run({ picture: new Tensor('float32', pixels, shape) })
  return Object.fromEntries(Object.entries(answer).map(([name, { data }]) => [name, floatsOf(data)]))
}

/** The values of an output; none where they are no floats. */
export function floatsOf(data: unknown): Float32Array {
  return data instanceof Float32Array ? data : new Float32Array()
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
