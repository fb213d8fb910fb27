import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { expect } from 'expect'
import { watchDisks, watchProduct } from '#backend/http/metric-values.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { createPrometheusMetrics } from '#backend/providers/metrics/prometheus.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { findPromtool } from '#tests/support/promtool.ts'

const FOLDER = 'deploy/prometheus'
const DASHBOARD = 'deploy/grafana/alpenlicht.json'
/** A name of ours before its labels or its range; no word of the language is written so. */
const SERIES = /\b([a-z]+(?:_[a-z0-9]+)+|payments|up)(?=[[{ )]|$)/gm
const OF_PROMETHEUS = new Set(['up', 'group_left', 'histogram_quantile', 'count_values'])

let rules: string
let dashboard: string
let served: Set<string>
before(async () => {
  ;[rules, dashboard] = await Promise.all([
    readFile(`${FOLDER}/alerts.yml`, 'utf8'),
    readFile(DASHBOARD, 'utf8'),
  ])
  const metrics = createPrometheusMetrics()
  // Their values cannot be read here; their names are said all the same.
  watchProduct(metrics, { queue: {} as Queue, database: {} as Database })
  watchDisks(metrics, {})
  const { text } = await metrics.render()
  served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
})

const unknownIn = (expressions: string): string[] => {
  const names = [...expressions.matchAll(SERIES)].map(([, name = '']) => name)
  return names.filter((name) => {
    const family = name.replace(/_(count|bucket|sum)$/, '')
    return !served.has(name) && !served.has(family) && !OF_PROMETHEUS.has(name)
  })
}

test('every alert asks for metrics that the backend serves', () => {
  const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(
    ([, block = '', line = '']) => block + line,
  )
  expect(expressions.length).toBeGreaterThan(10)
  expect(unknownIn(expressions.join('\n').replace(/"[^"]*"/g, '""'))).toEqual([])
})

test('every panel asks for metrics that the backend serves', () => {
  const expressions = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expr = '']) => expr)
  expect(expressions.length).toBeGreaterThan(10)
  const ours = expressions.filter((expression) => !expression.startsWith('ALERTS'))
  expect(unknownIn(ours.join('\n').replace(/\\"[^"]*\\"/g, ''))).toEqual([])
})

test('a metric that the backend does not serve is found', () => {
  expect(unknownIn('max(orders_past_promises) > 0')).toEqual(['orders_past_promises'])
})

test('every alert has a test of its own', async () => {
  const tests = await readFile(`${FOLDER}/alerts.test.yml`, 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tested = [...tests.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name)
  expect(tested).toEqual(alerts)
})

const promtool = findPromtool()
if (promtool === undefined)
  console.log("Left out: Prometheus' own tests of the alerts; promtool is not installed.")
else
  describe('Prometheus itself', () => {
    const run = (...args: string[]) => promisify(execFile)(promtool, args, { cwd: FOLDER })

    test('takes the configuration', async () => {
      expect((await run('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS')
    })

    test('rings each alert when its test says so, and not otherwise', async () => {
      expect((await run('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS')
    })
  })
