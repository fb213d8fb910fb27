import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Measurement } from './measurement.ts'
import { measureSignedInSize } from './signed-in-size.ts'

const root = join(import.meta.dirname, '..')
/** Below the project, so that the bare page is built by the same installed Next. */
const bareFolder = join(root, '.data/bench/bare-site')
const BAR_KB = 15

/** First-load JavaScript: the home page's against a one-line page's of the same Next, and each signed-in page's; gzipped. */
export function measureSiteSize(): Measurement[] {
  build(root)
  writeBareSite()
  build(bareFolder)
  const home = firstLoadBytes(root, 'en.html')
  const bare = firstLoadBytes(bareFolder, 'index.html')
  const over = (home - bare) / 1024
  return [
    { what: 'first-load JavaScript, home page', figure: `${(home / 1024).toFixed(1)} kB gzip`, bar: '' },
    { what: 'first-load JavaScript, one-line page', figure: `${(bare / 1024).toFixed(1)} kB gzip`, bar: '' },
    {
      what: 'home page over the one-line page',
      figure: `${over.toFixed(1)} kB gzip`,
      bar: `<= ${BAR_KB} kB: ${over <= BAR_KB ? 'met' : 'missed'}`,
    },
    ...measureSignedInSize(root),
  ]
}

function writeBareSite(): void {
  rmSync(bareFolder, { recursive: true, force: true })
  mkdirSync(join(bareFolder, 'app'), { recursive: true })
  const html =
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }'
  writeFileSync(join(bareFolder, 'app/layout.js'), `${html}\n`)
  writeFileSync(join(bareFolder, 'app/page.js'), 'export default function Page() { return <p>Hello</p> }\n')
  writeFileSync(
    join(bareFolder, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(root)} } }\n`,
  )
}

function build(folder: string): void {
  const next = join(root, 'node_modules/next/dist/bin/next')
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new Error(`next build failed in ${folder}\n${stdout}${stderr}`)
}

/** Gzipped bytes of every script the prerendered page loads, each counted once; legacy polyfills do not load. */
function firstLoadBytes(site: string, page: string): number {
  const server = join(site, '.next/server')
  // Where below the folder Next keeps a prerendered page is its own affair.
  const file = readdirSync(server, { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === page,
  )
  if (file === undefined) throw new Error(`${page} was not prerendered`)
  const html = readFileSync(join(server, file), 'utf8')
  const sources = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="\/_next\/([^"?]+)/.exec(tag)?.[1] ?? [])
  return [...new Set(sources)].reduce(
    (sum, source) => sum + gzipSync(readFileSync(join(site, '.next', decodeURIComponent(source)))).length,
    0,
  )
}
