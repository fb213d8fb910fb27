import type { GateReason } from '#contract/bundles.ts'
import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import { createStudioEngine as createRealEngine } from '#backend/providers/studio/engine.ts'
import { PASSING_SHOTS } from './passing-shots.ts'

/** The studio's engine, whose pictures pass up to a number in the plan, and fail beyond it. */
export function createStudioEngine(deps: Parameters<typeof createRealEngine>[0]): ProfiledEngine {
  const engine = createRealEngine(deps)
  return {
    ...engine,
    async pollRender(jobId, call) {
      const job = await engine.pollRender(jobId, call)
      if (job.state !== 'succeeded' || !job.output.verdict) return job
      const isGood = Number(jobId.split('/').at(-1)) < PASSING_SHOTS
      const reasons: GateReason[] = isGood ? [] : ['soft']
      const verdict = { ...job.output.verdict, reasons }
      return { ...job, output: { ...job.output, verdict } }
    },
  }
}
