import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { met, type Measurement } from '../measurement.ts'
import { routesOf } from './routes.ts'

/** First-load JavaScript allowed per route, in kB gzip: the size at the last review, and some room. */
const BUDGET_KB: Readonly<Record<string, number>> = {
  '/account': 255,
  '/auth/action': 240,
  '/auth/deleted': 220,
  '/auth/login': 240,
  '/auth/reset-password': 235,
  '/auth/verify-email': 225,
  '/checkout/complete': 235,
  '/checkout/pay': 230,
  '/image/[sharableKey]': 145,
  '/persons': 235,
  '/persons/[personId]': 267,
  '/persons/[personId]/bundles/[bundleId]': 260,
  '/persons/[personId]/sharing': 249,
  '/persons/new': 243,
  '/referral': 235,
  '/share/[shareId]': 237,
  '/upload/[token]': 240,
}

/** Libraries loaded on demand, each with a string that no minifier removes. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  Stripe: 'js.stripe.com',
  PostHog: '__PosthogExtensions__',
  'Firebase Auth': 'identitytoolkit.googleapis.com',
  'the QR encoder': 'Version value out of range',
  'the C2PA reader': 'c2pa.claim',
}

/** First-load JavaScript of every page that is made for one visitor, from a site that is built. */
export function measureSignedInSize(site: string): Measurement[] {
  const found = routesOf(site).filter(({ isPublic }) => !isPublic)
  const unbudgeted = found.filter(({ route }) => !(route in BUDGET_KB)).map(({ route }) => route)
  const gone = Object.keys(BUDGET_KB).filter((route) => found.every((one) => one.route !== route))
  if (gone.length > 0) throw new Error(`budgets of routes that are not there: ${gone.join(', ')}`)
  const rows = found.map(({ route, scripts, kb }) => {
    const texts = scripts.map((script) => readFileSync(join(site, '.next', script), 'utf8'))
    const early = Object.entries(ON_DEMAND).flatMap(([name, word]) =>
      texts.some((text) => text.includes(word)) ? [name] : [],
    )
    return { route, kb, early }
  })
  return [
    ...rows.map(({ route, kb }) => ({
      what: `first-load JavaScript, ${route}`,
      figure: `${kb.toFixed(1)} kB gzip`,
      bar: met(kb <= (BUDGET_KB[route] ?? 0), `<= ${BUDGET_KB[route] ?? 0} kB`),
    })),
    {
      what: 'signed-in routes without a budget',
      figure: unbudgeted.join(', ') || 'none',
      bar: met(unbudgeted.length === 0, 'none'),
    },
    {
      what: `${Object.keys(ON_DEMAND).join(', ')} before it is needed`,
      figure:
        rows.flatMap(({ route, early }) => early.map((name) => `${name} on ${route}`)).join(', ') ||
        'nowhere',
      bar: met(
        rows.every(({ early }) => early.length === 0),
        'nowhere',
      ),
    },
  ]
}
