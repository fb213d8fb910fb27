import { readAnalytics } from '#lib/env.ts'
import { publicPolicy } from '#lib/content-policy/policy.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Those that run: not what is loaded from elsewhere, and not data in a script's clothes. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)].flatMap(([, attributes = '', source = '']) =>
    /\ssrc=/.test(attributes) || /\stype="application\/ld\+json"/.test(attributes) ? [] : [source],
  )
}

/** By the means of browsers: Next takes the cache that uses this into the middleware's bundle too. */
async function hashOf(source: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source)))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}

/** The policy of a page that was made ahead: it allows exactly the inline scripts that are in it. */
export async function policyOfPage(html: string): Promise<string> {
  const hashes = await Promise.all([...new Set(inlineScripts(html))].map(hashOf))
  const { affiliateScriptUrl } = readAnalytics()
  return publicPolicy(hashes, affiliateScriptUrl === null ? [] : [new URL(affiliateScriptUrl).origin])
}
