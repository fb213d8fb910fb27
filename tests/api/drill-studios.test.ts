import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import type { openScriptedStudio } from './support/scripted.ts'

/** They take the studio's place in a drill's processes, whose metrics ask them as well. */
const STUDIOS = ['orders/scripted-studio', 'engines/plain-studio', 'real-orders/timed-studio'].map(
  (name): [string] => [name],
)

testEach(STUDIOS)('the studio of %s says that it used nothing', async (name) => {
  const { openStudio } = (await import(`#tests/load/${name}.ts`)) as { openStudio: typeof openScriptedStudio }
  expect(openStudio().studio.usage()).toEqual({ cpuMs: 0, peakMemoryBytes: 0 })
})
