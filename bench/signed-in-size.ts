import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Measurement } from './measurement.ts'

/** First-load JavaScript a route may have, in kB gzip: what it had when it was last looked at, and some air. */
const BUDGET_KB: Readonly<Record<string, number>> = {
  '/account': 245,
  '/auth/action': 230,
  '/auth/deleted': 220,
  '/auth/login': 230,
  '/auth/reset-password': 225,
  '/auth/verify-email': 225,
  '/checkout/complete': 235,
  '/image/[sharableKey]': 145,
  '/persons': 235,
  '/persons/[personId]': 255,
  '/persons/[personId]/bundles/[bundleId]': 250,
  '/persons/[personId]/sharing': 240,
  '/persons/new': 235,
  '/referral': 235,
  '/share/[shareId]': 230,
  '/upload/[token]': 240,
}

/** What is loaded once it is needed, and a word that no minifier takes out of it. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  Stripe: 'js.stripe.com',
  PostHog: '__PosthogExtensions__',
  'Firebase Auth': 'identitytoolkit.googleapis.com',
  'the QR encoder': 'Version value out of range',
  'the C2PA reader': 'c2pa.claim',
}

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) })
/** Entries of a route (page, layouts, error boundaries) with the scripts that its document names. */
const ClientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

/** First-load JavaScript of every page that is made for one visitor, from a site that is built. */
export function measureSignedInSize(site: string): Measurement[] {
  const root = BuildManifest.parse(readJson(join(site, '.next/build-manifest.json'))).rootMainFiles
  const found = signedInRoutes(site)
  const unbudgeted = found.filter(({ route }) => !(route in BUDGET_KB)).map(({ route }) => route)
  const gone = Object.keys(BUDGET_KB).filter((route) => found.every((one) => one.route !== route))
  if (gone.length > 0) throw new Error(`budgets of routes that are not there: ${gone.join(', ')}`)
  const rows = found.map(({ route, scripts }) => {
    const texts = [...new Set([...root, ...scripts])].map((script) =>
      readFileSync(join(site, '.next', script)),
    )
    const kb = texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1024
    const early = Object.entries(ON_DEMAND).flatMap(([name, word]) =>
      texts.some((text) => text.includes(word)) ? [name] : [],
    )
    return { route, kb, early }
  })
  return [
    ...rows.map(({ route, kb }) => ({
      what: `first-load JavaScript, ${route}`,
      figure: `${kb.toFixed(1)} kB gzip`,
      bar: barOf(kb <= (BUDGET_KB[route] ?? 0), `<= ${BUDGET_KB[route] ?? 0} kB`),
    })),
    {
      what: 'signed-in routes without a budget',
      figure: unbudgeted.join(', ') || 'none',
      bar: barOf(unbudgeted.length === 0, 'none'),
    },
    {
      what: `${Object.keys(ON_DEMAND).join(', ')} before it is needed`,
      figure:
        rows.flatMap(({ route, early }) => early.map((name) => `${name} on ${route}`)).join(', ') ||
        'nowhere',
      bar: barOf(
        rows.every(({ early }) => early.length === 0),
        'nowhere',
      ),
    },
  ]
}

/** The sections whose pages Next keeps no copy of, because each visitor's is another. */
function signedInRoutes(site: string): { route: string; scripts: string[] }[] {
  const app = join(site, '.next/server/app/[locale]')
  const manifests = globSync('**/page_client-reference-manifest.js', { cwd: app })
  return manifests
    .filter((path) => !path.startsWith('(public)'))
    .map((path) => {
      const text = readFileSync(join(app, path), 'utf8')
      const json = /\]\s*=\s*(\{[\s\S]*\});?\s*$/.exec(text)?.[1]
      const { entryJSFiles } = ClientManifest.parse(JSON.parse(json ?? 'null'))
      const route = `/${path.split('/').slice(0, -1).join('/')}`.replaceAll(/\/\([^)]*\)/g, '')
      return { route, scripts: Object.values(entryJSFiles).flat() }
    })
    .sort((one, other) => one.route.localeCompare(other.route))
}

function barOf(isMet: boolean, bar: string): string {
  return `${bar}: ${isMet ? 'met' : 'missed'}`
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
