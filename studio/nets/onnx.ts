import type { InferenceSession, Tensor } from 'onnxruntime-node'

/** The library is large, and most who import a net of this kind leave it to another process, or never run it. */
const runtime = () => import('onnxruntime-node')

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
