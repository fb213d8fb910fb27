import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '#scripts/start/root.ts'
import { met, type Measurement } from '../measurement.ts'
import { buildBareSite, buildSite, prerendered } from './built-sites.ts'
import { routesOf } from './routes.ts'
import { measureSignedInSize } from './signed-in-size.ts'

const BAR_KB = 15
const HOME_HTML_BAR_KB = 110

/** HTML of the home page, and first-load JavaScript: of every public page against a one-line page of the same Next, and of each signed-in page. */
export function measureSize(): Measurement[] {
  buildSite()
  const bareKb = firstLoadKb(buildBareSite('bare-site', 'Hello'), 'index')
  const pages = routesOf(root).filter(({ isPublic }) => isPublic)
  const homeKb = Buffer.byteLength(prerendered(root, 'en')) / 1024
  return [
    {
      what: 'HTML of the home page, not packed',
      figure: `${homeKb.toFixed(0)} kB`,
      bar: met(homeKb <= HOME_HTML_BAR_KB, `<= ${HOME_HTML_BAR_KB} kB`),
    },
    { what: 'first-load JavaScript, one-line page', figure: `${bareKb.toFixed(1)} kB gzip`, bar: '' },
    ...pages.map(({ route, kb }) => ({
      what: `${route === '' ? 'home page' : route} over the one-line page`,
      figure: `${(kb - bareKb).toFixed(1)} kB gzip`,
      bar: met(kb - bareKb <= BAR_KB, `<= ${BAR_KB} kB`),
    })),
    ...measureSignedInSize(root),
  ]
}

/** Gzipped kilobytes of every script the prerendered page loads, each counted once; legacy polyfills do not load. */
function firstLoadKb(site: string, page: string): number {
  const sources = [...prerendered(site, page).matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="\/_next\/([^"?]+)/.exec(tag)?.[1] ?? [])
  const bytes = [...new Set(sources)].reduce(
    (sum, source) => sum + gzipSync(readFileSync(join(site, '.next', decodeURIComponent(source)))).length,
    0,
  )
  return bytes / 1024
}
