import type { ProfiledEngine, EngineJobId } from '#backend/providers/engine/engine-port.ts'
import { createStudioEngine as createRealEngine } from '#backend/providers/studio/engine.ts'

/** Pictures that are handed out where pictures are held. */
const RENDERS = 4

/**
 * The studio's engine, which never tells of the end of a training (`HELD=training`), or of more than a few pictures
 * (`HELD=pictures`): a blow falls into the midst of them.
 */
export function createStudioEngine(deps: Parameters<typeof createRealEngine>[0]): ProfiledEngine {
  const engine = createRealEngine(deps)
  const { HELD } = process.env
  const handedOut = new Set<EngineJobId>()
  return {
    ...engine,
    async pollTraining(jobId, call) {
      const job = await engine.pollTraining(jobId, call)
      return HELD === 'training' && job.state === 'succeeded' ? never() : job
    },
    async pollRender(jobId, call) {
      const job = await engine.pollRender(jobId, call)
      const isMade = job.state === 'succeeded'
      return HELD === 'pictures' && isMade && handedOut.add(jobId).size > RENDERS ? never() : job
    },
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
