import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findBrowser } from '#scripts/browser.ts'
import { extraPackage } from '#scripts/extra-packages.ts'
import { root } from '#scripts/start/root.ts'

const Item = z.looseObject({ type: z.string().optional(), snippet: z.string().optional() })
const Audit = z.looseObject({
  id: z.string(),
  score: z.number().nullable(),
  scoreDisplayMode: z.string(),
  numericValue: z.number().optional(),
  details: z.looseObject({ items: z.unknown().optional() }).optional(),
})
const Category = z.object({
  score: z.number().nullable(),
  categoryScoreDisplayMode: z.string().optional(),
  auditRefs: z.array(z.object({ id: z.string() })),
})
const Report = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.string(), Category),
  audits: z.record(z.string(), Audit),
})

export interface LighthouseRun {
  /** By category, 0 to 100; of one without a score, the share of its audits that passed. */
  scores: Record<string, number>
  /** Audits that are not passed, of any category that is not full. */
  failed: string[]
  blockingMs: number
  shift: number
  paintMs: number
  /** The element that is painted largest, as its tag is written; empty where the page is too small to have one. */
  largest: string
  isLargestPrioritised: boolean
}

/** The folder of the full reports, one per page. */
const FOLDER = join(root, '.data/bench/lighthouse')

/** A browser that takes longer hangs. */
const RUN_MAX_MS = 180_000
/**
 * A browser that does not start in time, and an incomplete trace, say nothing about the page: the run is repeated.
 */
const ATTEMPTS = 3

/** One run of Lighthouse's own command line with its mobile preset, in a browser of its own. */
export async function runLighthouse(name: string, url: string): Promise<LighthouseRun> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptRun(name, url)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function attemptRun(name: string, url: string): Promise<LighthouseRun> {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${name}.json`)
  const flags = [
    '--headless=new',
    '--disable-dev-shm-usage',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const child = spawn(
    process.execPath,
    [
      ...[
        extraPackage('bench/tools', 'lighthouse/cli/index.js'),
        url,
        '--quiet',
        '--no-enable-error-reporting',
      ],
      ...['--output=json', `--output-path=${file}`, `--chrome-flags=${flags.join(' ')}`],
    ],
    {
      env: { ...process.env, CHROME_PATH: findBrowser() ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: RUN_MAX_MS,
    },
  )
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const [code] = z
    .tuple([z.number().nullable()])
    .rest(z.unknown())
    .parse(await once(child, 'exit'))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code ?? 'a signal'} at ${url}\n${said.join('')}`)
  return readReport(Report.parse(JSON.parse(readFileSync(file, 'utf8'))), url)
}

function readReport(report: z.output<typeof Report>, url: string): LighthouseRun {
  if (report.runtimeError) throw new Error(`Lighthouse at ${url}: ${report.runtimeError.message}`)
  const { categories, audits } = report
  const isFailed = (id: string) => {
    const { score = null, scoreDisplayMode = '' } = audits[id] ?? {}
    return score !== null && score < 0.9 && ['binary', 'numeric', 'metricSavings'].includes(scoreDisplayMode)
  }
  const scores = Object.entries(categories).map(([id, { score, auditRefs, categoryScoreDisplayMode }]) => {
    const failed = auditRefs.filter((audit) => isFailed(audit.id)).length
    const isFraction = categoryScoreDisplayMode === 'fraction' || score === null
    return [id, Math.round(100 * (isFraction ? 1 - failed / auditRefs.length : score))] as const
  })
  const incomplete = scores.filter(([, score]) => score < 100).map(([id]) => id)
  const failed = incomplete.flatMap(
    (id) => categories[id]?.auditRefs.filter((audit) => isFailed(audit.id)) ?? [],
  )
  const largest = itemsOf(audits['lcp-breakdown-insight']).find(({ type }) => type === 'node')?.snippet ?? ''
  return {
    scores: Object.fromEntries(scores),
    failed: [...new Set(failed.map(({ id }) => id))],
    blockingMs: audits['total-blocking-time']?.numericValue ?? 0,
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    paintMs: audits['largest-contentful-paint']?.numericValue ?? 0,
    largest,
    isLargestPrioritised: /fetchpriority="?high/i.test(largest),
  }
}

function itemsOf(audit: z.output<typeof Audit> | undefined): z.output<typeof Item>[] {
  const items = z.array(Item).safeParse(audit?.details?.items)
  return items.success ? items.data : []
}
