import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Metrics } from './metrics-port.ts'

/** A refusal takes a millisecond, an upload over a phone minutes. */
const CALL_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
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
    watch({ name, help, labels, read }) {
      new Gauge({
        ...{ name, help, labelNames: [...labels], registers },
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
