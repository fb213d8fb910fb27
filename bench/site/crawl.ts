import { residentMb } from '../process-memory.ts'
import type { Running } from './built-sites.ts'

const AT_ONCE = 8
const LOOK_EVERY_PAGES = 200

export interface Crawl {
  pages: number
  perSecond: number
  /** Pages that were not answered with 200. */
  failed: number
  /** The process's memory after a fifth of the pages, and its highest afterwards. */
  earlyMb: number
  peakMb: number
}

/** Asks for every directory page that the site's own sitemaps name, each once, as a crawler does. */
export async function crawl(site: Running): Promise<Crawl> {
  const maps = await locations(`${site.url}/sitemap.xml`)
  const pages: string[] = []
  for (const map of maps) {
    const paths = await locations(site.url + new URL(map).pathname)
    pages.push(
      ...paths.map((page) => new URL(page).pathname).filter((path) => path.includes('/headshots-near-me')),
    )
  }
  const startedAtMs = performance.now()
  const result = { failed: 0, earlyMb: 0, peakMb: 0 }
  let next = 0
  const walk = async () => {
    for (let index = next++; index < pages.length; index = next++) {
      const response = await fetch(site.url + (pages[index] ?? ''))
      await response.arrayBuffer()
      if (response.status !== 200) result.failed += 1
      if (index % LOOK_EVERY_PAGES > 0) continue
      const mb = residentMb(site.pid)
      if (index <= pages.length / 5) result.earlyMb = Math.max(result.earlyMb, mb)
      else result.peakMb = Math.max(result.peakMb, mb)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  const seconds = (performance.now() - startedAtMs) / 1000
  return { ...result, pages: pages.length, perSecond: pages.length / seconds }
}

async function locations(url: string): Promise<string[]> {
  const xml = await (await fetch(url)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, location]) => location ?? [])
}
