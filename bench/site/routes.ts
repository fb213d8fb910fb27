import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) })
/** Entries of a route (page, layouts, error boundaries) with the scripts that its document names. */
const ClientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

export interface Route {
  /** As in `/headshots-near-me/[[...place]]`; empty for the home page. */
  route: string
  /** Whether the page is public, or rendered for each visitor. */
  isPublic: boolean
  /** The scripts of the first load, each once. */
  scripts: string[]
  kb: number
}

/** Every page of a site that is built, with the JavaScript of its first load, gzipped. */
export function routesOf(site: string): Route[] {
  const manifest: unknown = JSON.parse(readFileSync(join(site, '.next/build-manifest.json'), 'utf8'))
  const root = BuildManifest.parse(manifest).rootMainFiles
  const app = join(site, '.next/server/app/[locale]')
  return globSync('**/page_client-reference-manifest.js', { cwd: app })
    .map((path) => {
      const text = readFileSync(join(app, path), 'utf8')
      const json = /\]\s*=\s*(\{[\s\S]*\});?\s*$/.exec(text)?.[1]
      const { entryJSFiles } = ClientManifest.parse(JSON.parse(json ?? 'null'))
      const folder = `/${path}`.replace(/\/page_client-reference-manifest\.js$/, '')
      const scripts = [...new Set([...root, ...Object.values(entryJSFiles).flat()])]
      const texts = scripts.map((script) => readFileSync(join(site, '.next', script)))
      return {
        route: folder.replaceAll(/\/\([^)]*\)/g, ''),
        isPublic: path.startsWith('(public)'),
        scripts,
        kb: texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1024,
      }
    })
    .sort((one, other) => one.route.localeCompare(other.route))
}
