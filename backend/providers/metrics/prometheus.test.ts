import { test } from 'node:test'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect } from 'expect'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createPrometheusMetrics } from './prometheus.ts'

test('pictures are counted by engine and style, and those that are not shown by each reason', async () => {
  const metrics = createPrometheusMetrics()
  metrics.headshotJudged({ engine: 'studio', styleId: 'studio-grey', likeness: 0.72, reasons: [] })
  metrics.headshotJudged({
    engine: 'studio',
    styleId: 'studio-grey',
    likeness: 0.31,
    reasons: ['unlike', 'hands'],
  })
  metrics.headshotJudged({ engine: 'studio', styleId: 'studio-grey', likeness: null, reasons: ['no_face'] })
  metrics.headshotJudged({ engine: 'fal', styleId: 'studio-grey', likeness: 0.99, reasons: ['copied'] })
  const { text } = await metrics.render()
  expect(text).toContain('headshots_judged_total{engine="studio",style="studio-grey"} 3')
  expect(text).toContain('headshots_refused_total{engine="studio",style="studio-grey",reason="unlike"} 1')
  expect(text).toContain('headshots_refused_total{engine="studio",style="studio-grey",reason="no_face"} 1')
  expect(text).toContain('headshots_refused_total{engine="fal",style="studio-grey",reason="copied"} 1')
  expect(text).toContain('headshot_likeness_count{engine="studio",style="studio-grey"} 2')
})

test('what engines cost is summed by engine, beside the bundles that were handed over', async () => {
  const metrics = createPrometheusMetrics()
  for (const dollars of [0.5, 0.25]) metrics.engineCharged({ engine: 'fal', dollars })
  metrics.bundleDelivered()
  const { text } = await metrics.render()
  expect(text).toContain('engine_cost_dollars_total{engine="fal"} 0.75')
  expect(text).toContain('bundles_delivered_total 1')
})

test('failures are counted by the service that is away, and no others', async () => {
  const metrics = createPrometheusMetrics()
  metrics.failed(new UnavailableError('storage'))
  const refused = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  metrics.failed(new DrizzleQueryError('select 1', [], refused))
  metrics.failed(new TypeError('a bug'))
  const { text } = await metrics.render()
  const counted = [...text.matchAll(/^port_away_total\{port="(\w+)"\} (\d+)$/gm)].map(([, port, n]) => [
    port,
    n,
  ])
  expect(counted).toEqual([
    ['storage', '1'],
    ['database', '1'],
  ])
})
