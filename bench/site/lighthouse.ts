import { LOCALES } from '#contract/locales.ts'
import { end } from '../api/processes.ts'
import { met, type Measurement } from '../measurement.ts'
import { buildBareSite, startBareSite } from './built-sites.ts'
import { runLighthouse, type LighthouseRun } from './lighthouse-run.ts'
import { startProductWithTowns } from './product.ts'

/** Each type of public page, by an example path after the language. */
const PAGE_TYPES = {
  home: '',
  pricing: '/pricing',
  verify: '/verify',
  'legal text': '/legal/terms',
  withdrawal: '/legal/withdrawal',
  directory: '/headshots-near-me',
  country: '/headshots-near-me/germany',
  city: '/headshots-near-me/germany/berlin',
} as const
/** Enough for a country with several towns. */
const TOWNS = 300
/** What a page may cost more than the bare page, whose scripts run as well. */
const PERFORMANCE_LESS = 4
const PERFORMANCE_LEAST = 94
const BLOCKING_MORE_MS = 120
/** A machine is busy now and then: of each page the middle of so many runs counts. */
const RUNS = 3

/**
 * Every public page type by Lighthouse's mobile preset, beside a bare page of the same Next. The types take the
 * languages in turn: what differs between languages is their words, which the journeys of tests/e2e judge in each.
 */
export async function measureLighthouse(): Promise<Measurement[]> {
  const bare = await startBareSite(buildBareSite('bare-site', 'Hello'))
  const { product, stop } = await startProductWithTowns(TOWNS)
  try {
    const bareRuns: LighthouseRun[] = []
    const rows: { what: string; run: LighthouseRun }[] = []
    for (const [index, [type, path]] of Object.entries(PAGE_TYPES).entries()) {
      // Beside each type, so that what else the machine does falls on both.
      bareRuns.push(await runLighthouse('bare', `${bare.url}/`))
      const locale = LOCALES[index % LOCALES.length] ?? LOCALES[0]
      const name = `${type.replaceAll(' ', '-')}-${locale}`
      const url = `${product.siteUrl}/${locale}${path}`
      // A directory page is rendered on its first request; that cost is not measured.
      await (await fetch(url)).arrayBuffer()
      const runs: LighthouseRun[] = []
      while (runs.length < RUNS) runs.push(await runLighthouse(name, url))
      const run = middleOf(runs)
      console.error(`${name}: ${told(run)}`)
      rows.push({ what: `${type} (${locale}), the middle of ${RUNS} runs`, run })
    }
    const bareRun = middleOf(bareRuns)
    const limits = {
      blockingMs: bareRun.blockingMs + BLOCKING_MORE_MS,
      performance: Math.max(PERFORMANCE_LEAST, (bareRun.scores['performance'] ?? 100) - PERFORMANCE_LESS),
    }
    return [
      { what: 'a bare page', figure: told(bareRun), bar: '' },
      ...rows.map(({ what, run }) => {
        const missed = reasons(run, limits)
        return {
          what,
          figure: [told(run), ...missed].join('; '),
          bar: met(
            missed.length === 0,
            `performance >= ${limits.performance}, every other category 100, blocking <= ${limits.blockingMs.toFixed(0)} ms, no shift`,
          ),
        }
      }),
    ]
  } finally {
    await Promise.all([stop(), end(bare)])
  }
}

interface Limits {
  blockingMs: number
  /** Of a machine that is busy a bare page has less than 100 too. */
  performance: number
}

/** What of the bar a page misses. */
function reasons(run: LighthouseRun, limits: Limits): string[] {
  const short = Object.entries(run.scores).filter(
    ([category, score]) => score < (category === 'performance' ? limits.performance : 100),
  )
  return [
    ...short.map(([category]) => category),
    // What the performance audits say is in the full report.
    ...(short.some(([category]) => category !== 'performance') ? run.failed : []),
    ...(run.blockingMs > limits.blockingMs ? ['blocking time'] : []),
    ...(run.shift > 0 ? ['layout shift'] : []),
    ...(run.largest.startsWith('<img') && !run.isLargestPrioritised
      ? ['largest picture not prioritised']
      : []),
  ]
}

function middleOf(runs: readonly LighthouseRun[]): LighthouseRun {
  const sorted = runs.toSorted((one, other) => sum(one) - sum(other) || other.blockingMs - one.blockingMs)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no run')
  return middle
}

const sum = ({ scores }: LighthouseRun) => Object.values(scores).reduce((total, score) => total + score, 0)

function told(run: LighthouseRun): string {
  const scores = Object.entries(run.scores).map(([category, score]) => `${category} ${score}`)
  return [
    ...scores,
    `blocking ${run.blockingMs.toFixed(0)} ms`,
    `largest paint ${(run.paintMs / 1000).toFixed(1)} s (${/^<(\w+)/.exec(run.largest)?.[1] ?? 'none'})`,
    `shift ${run.shift.toFixed(3)}`,
  ].join(', ')
}
