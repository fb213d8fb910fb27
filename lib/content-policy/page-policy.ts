import { createHash } from 'node:crypto'
import { readAnalytics } from '#lib/env.ts'
import { publicPolicy } from './policy.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Inline scripts that run: neither scripts with an address nor data in a script element. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)].flatMap(([, attributes = '', source = '']) =>
    /\ssrc=/.test(attributes) || /\stype="application\/ld\+json"/.test(attributes) ? [] : [source],
  )
}

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** The policy of a page that was made ahead: it allows exactly the inline scripts that are in it. */
export function policyOfPage(html: string): string {
  const hashes = [...new Set(inlineScripts(html))].map(hashOf)
  const { affiliateScriptUrl } = readAnalytics()
  return publicPolicy(hashes, affiliateScriptUrl === null ? [] : [new URL(affiliateScriptUrl).origin])
}
