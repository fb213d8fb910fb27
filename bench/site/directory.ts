import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { readOrCreateSecrets } from '#scripts/start/secrets.ts'
import { end } from '../api/processes.ts'
import { met, type Measurement } from '../measurement.ts'
import { runWatched } from '../watched.ts'
import { startSite } from './built-sites.ts'
import { crawl } from './crawl.ts'
import { startProductWithTowns } from './product.ts'

/** Cities made ahead; each has a page in five languages. */
const [FEW, MANY] = [400, 3_000]
/** Those besides are made as the crawler comes by. */
const TOWNS = MANY + 400
const BARS = { linear: 0.9, memory: 1.25 }
/** A build folder of its own, so that the existing build stays. */
const DIST = '.next-directory'
const NEXT = join(root, 'node_modules/next/dist/bin/next')

/** A build of few and of many directory pages from a real backend, and a crawl of all of them. */
export async function measureDirectory(): Promise<Measurement[]> {
  const { product, dataDir, stop } = await startProductWithTowns(TOWNS)
  const env = {
    NEXT_DIST_DIR: DIST,
    ALLOW_EMBEDDED: '1',
    BACKEND_URL: product.backendUrl,
    GATEWAY_SECRET: readOrCreateSecrets(dataDir).gatewaySecret,
    FIREBASE_PROJECT_ID: product.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: product.authHost,
  }
  try {
    const few = await build(FEW, env)
    // The crawled pages: most were built ahead, and are old enough by then to be rebuilt behind the answer.
    const many = await build(MANY, env)
    const linear = many.perSecond / few.perSecond
    const growth = many.peakMb / few.peakMb
    const site = await startSite(env)
    try {
      const crawled = await crawl(site)
      return [
        row(`build of ${few.pages} directory pages`, few),
        row(`build of ${many.pages}`, many),
        {
          what: 'pages/s of the large build over the small one',
          figure: `${linear.toFixed(2)} x`,
          bar: met(linear >= BARS.linear, `>= ${BARS.linear} x`),
        },
        {
          what: 'memory of the large build over the small one',
          figure: `${growth.toFixed(2)} x`,
          bar: met(growth <= BARS.memory, `<= ${BARS.memory} x`),
        },
        {
          what: `crawl of ${crawled.pages} directory pages, ${crawled.pages - many.pages} of them made as it came by`,
          figure: `${crawled.perSecond.toFixed(0)} pages/s, ${crawled.failed} without an answer of 200`,
          bar: met(crawled.failed === 0, 'none'),
        },
        {
          what: "memory of the site's process after a fifth of the crawl, and the most after that",
          figure: `${crawled.earlyMb.toFixed(0)} MB, ${crawled.peakMb.toFixed(0)} MB`,
          bar: met(crawled.peakMb <= BARS.memory * crawled.earlyMb, `<= ${BARS.memory} x`),
        },
      ]
    } finally {
      await end(site)
    }
  } finally {
    rmSync(join(root, DIST), { recursive: true, force: true })
    await stop()
  }
}

interface Build {
  pages: number
  /** While pages were made; compiling is the same for any number of them. */
  perSecond: number
  /** Of the build and all its child processes. */
  peakMb: number
  /** On disk. */
  kbPerPage: number
}

function row(what: string, { perSecond, peakMb, kbPerPage }: Build): Measurement {
  const size = `${(kbPerPage / 1024).toFixed(2)} MB a page on disk`
  return {
    what,
    figure: `${perSecond.toFixed(0)} pages/s, ${size}, ${peakMb.toFixed(0)} MB of memory at peak`,
    bar: '',
  }
}

async function build(cities: number, env: Record<string, string>): Promise<Build> {
  // Next writes the folder of a build into both.
  const written = ['tsconfig.json', 'next-env.d.ts'].map((name) => join(root, name))
  const before = written.map((file) => readFileSync(file))
  rmSync(join(root, DIST), { recursive: true, force: true })
  try {
    const { output, peakMb } = await runWatched([NEXT, 'build'], {
      ...env,
      SITE_URL: 'http://localhost:3000',
      DIRECTORY_CITIES_AHEAD: String(cities),
    })
    const [, all, seconds, unit] = /\((\d+)\/\1\) in ([\d.]+)(ms|s|min)/.exec(output) ?? []
    if (all === undefined || seconds === undefined)
      throw new Error(`the build does not say how long\n${output}`)
    // Where below the folder Next keeps a page is its own affair.
    const files = globSync('**/headshots-near-me/**/*', { cwd: join(root, DIST, 'server') })
    const bytes = files.reduce((sum, file) => sum + sizeOf(join(root, DIST, 'server', file)), 0)
    const pages = files.filter((file) => file.endsWith('.html')).length
    if (pages === 0) throw new Error('the build left no page of the directory')
    const scale = unit === 'ms' ? 1 / 1000 : unit === 'min' ? 60 : 1
    return {
      pages,
      perSecond: Number(all) / (Number(seconds) * scale),
      peakMb,
      kbPerPage: bytes / 1024 / pages,
    }
  } finally {
    for (const [index, file] of written.entries()) writeFileSync(file, before[index] ?? '')
  }
}

function sizeOf(file: string): number {
  const stat = statSync(file)
  return stat.isFile() ? stat.size : 0
}
