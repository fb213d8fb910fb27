import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import type { openScriptedStudio } from './support/scripted.ts'

/** Modules that replace the studio in the drills' processes: the metrics ask them what they used. */
const STUDIOS = ['orders/scripted-studio', 'engines/plain-studio', 'real-orders/timed-studio'].map(
  (name): [string] => [name],
)

testEach(STUDIOS)('the studio of %s says that it used nothing', async (name) => {
  const { openStudio } = (await import(`#tests/load/${name}.ts`)) as { openStudio: typeof openScriptedStudio }
  expect(openStudio().studio.usage()).toEqual({ cpuMs: 0, peakMemoryBytes: 0 })
})
