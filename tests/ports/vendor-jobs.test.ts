import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

for (const [name, open] of DATABASES) {
  describe(`vendors' jobs on ${name}`, () => {
    let opened: OpenDatabase
    let jobs: VendorJobs
    before(async () => {
      opened = await open()
      jobs = createVendorJobs(opened.database)
    })
    after(() => opened.close())

    const order = (id: string, attempt = 1) => ({
      ...{ id, engine: 'replicate', kind: 'render' as const, attempt, details: { seed: '7' } },
      submittedAt: new Date(1_700_000_000_000),
    })

    test('an attempt is begun once, and a later one takes its place', async () => {
      expect(await jobs.find('a')).toBeUndefined()
      const began = await Promise.all([jobs.begin(order('a')), jobs.begin(order('a'))])
      expect(began.sort()).toEqual([false, true])
      await jobs.change(order('a'), { state: 'sent', vendorId: 'v1', details: { url: 'u' }, costMicros: 30 })
      expect(await jobs.find('a')).toMatchObject({
        ...{ state: 'sent', vendorId: 'v1', details: { seed: '7', url: 'u' }, costMicros: 30, attempt: 1 },
        submittedAt: new Date(1_700_000_000_000),
      })
      expect(await jobs.begin(order('a', 2))).toBe(true)
      expect(await jobs.find('a')).toMatchObject({ state: 'sending', vendorId: null, details: { seed: '7' } })
    })

    test('what comes of an earlier attempt changes nothing; costs of all attempts are kept', async () => {
      await jobs.begin(order('b'))
      await jobs.change(order('b'), { costMicros: 10 })
      await jobs.begin(order('b', 2))
      await jobs.change(order('b'), { state: 'failed', costMicros: 1000 })
      await jobs.change(order('b', 2), { costMicros: 5 })
      expect(await jobs.find('b')).toMatchObject({ state: 'sending', costMicros: 15 })
    })
  })
}
