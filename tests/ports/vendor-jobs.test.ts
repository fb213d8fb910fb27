import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

for (const [name, open] of DATABASES) {
  describe(`vendors' jobs on ${name}`, () => {
    let opened: OpenDatabase
    let jobs: VendorJobs
    const charged: unknown[] = []
    before(async () => {
      opened = await open()
      jobs = createVendorJobs(opened.database, { engineCharged: (job) => void charged.push(job) })
    })
    after(() => opened.close())

    const order = (id: string, attempt = 1) => ({
      id,
      engine: 'replicate',
      kind: 'render' as const,
      attempt,
      details: { seed: '7' },
      submittedAt: new Date(1_700_000_000_000),
    })

    test('an attempt is begun once, and a later one takes its place', async () => {
      expect(await jobs.find('a')).toBeUndefined()
      const began = await Promise.all([jobs.begin(order('a'), null), jobs.begin(order('a'), null)])
      expect(began.sort()).toEqual(['begun', 'taken'])
      await jobs.change(order('a'), { state: 'sent', vendorId: 'v1', details: { url: 'u' }, costMicros: 30 })
      expect(await jobs.find('a')).toMatchObject({
        state: 'sent',
        vendorId: 'v1',
        details: { seed: '7', url: 'u' },
        costMicros: 30,
        attempt: 1,
        submittedAt: new Date(1_700_000_000_000),
      })
      // One that is under way is not begun beside itself.
      expect(await jobs.begin(order('a', 2), null)).toBe('taken')
      await jobs.change(order('a'), { state: 'abandoned' })
      expect(await jobs.begin(order('a', 2), null)).toBe('begun')
      expect(await jobs.find('a')).toMatchObject({ state: 'sending', vendorId: null, details: { seed: '7' } })
    })

    test('what comes of an earlier attempt changes nothing; costs of all attempts are kept and counted', async () => {
      charged.length = 0
      await jobs.begin(order('b'), null)
      await jobs.change(order('b'), { costMicros: 10, state: 'failed' })
      await jobs.begin(order('b', 2), null)
      await jobs.change(order('b'), { state: 'failed', costMicros: 1000 })
      await jobs.change(order('b', 2), { costMicros: 5 })
      expect(await jobs.find('b')).toMatchObject({ state: 'sending', costMicros: 15 })
      expect(charged).toEqual([0.00001, 0.000005].map((dollars) => ({ engine: 'replicate', dollars })))
    })

    const START = 1_700_000_000_000
    const at = (id: string, seconds = 0) => ({
      ...order(id),
      engine: 'fal',
      submittedAt: new Date(START + seconds * 1000),
    })

    test('an account has no more orders under way than it may, over all processes', async () => {
      const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
      const began = await Promise.all(ids.map(async (id) => [id, await jobs.begin(at(id), 3)] as const))
      const under = began.filter(([, outcome]) => outcome === 'begun').map(([id]) => id)
      expect(began.filter(([, outcome]) => outcome === 'waiting')).toHaveLength(6)
      expect(under).toHaveLength(3)
      const [first = '', second = ''] = under
      // Of another account, and one of those under way once more.
      expect(await jobs.begin({ ...at('d'), engine: 'bfl' }, 1)).toBe('begun')
      await jobs.change({ id: first, attempt: 1 }, { state: 'sent', vendorId: 'v' })
      expect(await jobs.begin(at('e', 60), 3)).toBe('waiting')
      await jobs.change({ id: second, attempt: 1 }, { state: 'failed' })
      expect(await jobs.begin({ ...at(second, 60), attempt: 2 }, 3)).toBe('begun')
      await jobs.change({ id: first, attempt: 1 }, { state: 'succeeded' })
      expect(await jobs.begin(at('e', 61), 3)).toBe('begun')
      expect(await jobs.find('e')).toMatchObject({ state: 'sending', waitsSince: null })
      expect(await jobs.begin(at('f', 62), 3)).toBe('waiting')
      // The orders that wait were not asked about again; a render lasts less than half an hour, a training less than three hours.
      expect(await jobs.begin({ ...at('g', 31 * 60), kind: 'training' }, 3)).toBe('begun')
      expect(await jobs.begin(at('h', 100 * 60), 1)).toBe('waiting')
      expect(await jobs.begin(at('h', (31 + 181) * 60), 1)).toBe('begun')
    })

    test('the order that waits longest is next, as long as its process asks for it', async () => {
      const far = 24 * 3600
      const ask = (id: string, seconds: number) => jobs.begin(at(id, far + seconds), 1)
      expect(await ask('holds', 0)).toBe('begun')
      expect(await ask('early', 1)).toBe('waiting')
      expect(await ask('late', 2)).toBe('waiting')
      expect(await jobs.find('early')).toMatchObject({ waitsSince: at('early', far + 1).submittedAt })
      // What its process left behind does not stand in the way.
      expect(await ask('late', 20)).toBe('waiting')
      await jobs.change({ id: 'holds', attempt: 1 }, { state: 'succeeded' })
      expect(await ask('late', 21)).toBe('begun')
      // Begun again after its process died: it keeps its turn.
      expect(await jobs.begin({ ...at('early', far + 22), attempt: 2 }, 1)).toBe('waiting')
      expect(await ask('latest', 23)).toBe('waiting')
      await jobs.change({ id: 'late', attempt: 1 }, { state: 'succeeded' })
      expect(await ask('latest', 24)).toBe('waiting')
      expect(await jobs.begin({ ...at('early', far + 25), attempt: 2 }, 1)).toBe('begun')
    })

    test('an order that was given up while it waited is not begun', async () => {
      const far = 48 * 3600
      expect(await jobs.begin(at('place', far), 1)).toBe('begun')
      expect(await jobs.begin(at('unwanted', far + 1), 1)).toBe('waiting')
      expect(await jobs.change(at('unwanted'), { state: 'abandoned' }, ['waiting'])).toBe(true)
      await jobs.change(at('place'), { state: 'succeeded' })
      expect(await jobs.begin(at('unwanted', far + 2), 1)).toBe('taken')
      expect(await jobs.begin({ ...at('unwanted', far + 2), attempt: 2 }, 1)).toBe('begun')
    })

    test('a change is made in the states alone that it names', async () => {
      await jobs.begin(order('k'), null)
      expect(await jobs.change(order('k'), { state: 'succeeded' }, ['sending', 'sent'])).toBe(true)
      expect(await jobs.change(order('k'), { state: 'sent', vendorId: 'v' }, ['sending', 'sent'])).toBe(false)
      expect(await jobs.find('k')).toMatchObject({ state: 'succeeded', vendorId: null })
    })
  })
}
