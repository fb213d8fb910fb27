import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { isDatabaseUnavailable } from '#backend/providers/database/database-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Metrics } from './metrics-port.ts'

/** A refusal takes a millisecond, an upload over a phone minutes. */
const CALL_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const LIKENESS_BUCKETS = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1]
const JOB_BUCKETS_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 1200]

/** Uses a registry of its own; includes event loop, memory and file descriptors of the process. */
export function createPrometheusMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Histogram({
    name: 'http_call_seconds',
    help: 'How long calls took until they were answered whole.',
    labelNames: ['route', 'method', 'status'],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_seconds',
    help: 'How long attempts at jobs took, by how they ended.',
    labelNames: ['name', 'outcome'],
    buckets: JOB_BUCKETS_SECONDS,
    registers,
  })
  const likeness = new Histogram({
    name: 'headshot_likeness',
    help: 'How like their person the pictures of the engine are, shown or not.',
    labelNames: ['engine', 'style'],
    buckets: LIKENESS_BUCKETS,
    registers,
  })
  const judged = new Counter({
    name: 'headshots_judged_total',
    help: 'Pictures of engines, shown or not.',
    labelNames: ['engine', 'style'],
    registers,
  })
  const refused = new Counter({
    name: 'headshots_refused_total',
    help: 'Pictures of engines that are not shown, by each reason.',
    labelNames: ['engine', 'style', 'reason'],
    registers,
  })
  const delivered = new Counter({
    name: 'bundles_delivered_total',
    help: 'Paid bundles that were handed over.',
    registers,
  })
  const charged = new Counter({
    name: 'engine_cost_dollars_total',
    help: 'What orders at an engine cost; those on our own machines cost nothing here.',
    labelNames: ['engine'],
    registers,
  })
  const orphans = new Counter({
    name: 'engine_orphans_total',
    help: 'Jobs at an engine whose answer was lost, and which were paid again.',
    labelNames: ['engine'],
    registers,
  })
  const away = new Counter({
    name: 'port_away_total',
    help: 'Calls and attempts at jobs that failed because a service was away.',
    labelNames: ['port'],
    registers,
  })
  const unread = new Counter({
    name: 'metrics_unread_total',
    help: 'How often a reading failed, and was left out.',
    labelNames: ['name'],
    registers,
  })
  return {
    callAnswered: ({ seconds, status, ...labels }) =>
      calls.observe({ ...labels, status: String(status) }, seconds),
    jobEnded: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
    headshotJudged({ engine, styleId: style, likeness: value, reasons }) {
      judged.inc({ engine, style })
      if (value !== null) likeness.observe({ engine, style }, value)
      for (const reason of reasons) refused.inc({ engine, style, reason })
    },
    bundleDelivered: () => delivered.inc(),
    engineCharged: ({ engine, dollars }) => charged.inc({ engine }, dollars),
    engineOrphaned: (job) => orphans.inc({ engine: job.engine }),
    failed(error) {
      if (error instanceof UnavailableError) away.inc({ port: error.port })
      else if (isDatabaseUnavailable(error)) away.inc({ port: 'database' })
    },
    watch({ name, help, labels, read }) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset()
          try {
            for (const { labels: of, value } of await read()) this.set(of, value)
          } catch {
            unread.inc({ name })
          }
        },
      })
    },
    async render() {
      return { mediaType: registry.contentType, text: await registry.metrics() }
    },
  }
}
