import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packBuiltFiles } from '#lib/server/built-files.ts'
import { finished } from './finished.ts'

/** Of no language, hence not among the outputs that an adapter is handed. */
const NOT_FOUND_PAGE = '_not-found.html'

/** Of each language: whole, so that it is there without scripts, and answered as what it is. */
const UNKNOWN_PAGE = '/unknown.html'

/**
 * Runs at the end of `next build`: finishes each prerendered page. Its headers lie beside it, in the file that holds
 * those Next gave it. Scripts and styles are packed.
 * @type {import('next').NextAdapter}
 */
const adapter = {
  name: 'prerendered',
  async onBuildComplete({ outputs, distDir }) {
    const pages = outputs.prerenders.flatMap(({ fallback }) => fallback?.filePath ?? [])
    for await (const file of glob(join(distDir, 'server/**', NOT_FOUND_PAGE))) pages.push(file)
    for (const needed of [NOT_FOUND_PAGE, UNKNOWN_PAGE])
      if (!pages.some((file) => file.endsWith(needed))) throw new Error(`the build has no ${needed}`)
    for (const file of new Set(pages)) {
      if (!file.endsWith('.html')) continue
      const metaFile = file.replace(/\.html$/, '.meta')
      const meta = JSON.parse(await readFile(metaFile, 'utf8'))
      const { html, headers } = await finished(await readFile(file, 'utf8'), distDir)
      await writeFile(file, html)
      meta.headers = { ...meta.headers, ...headers }
      if (file.endsWith(UNKNOWN_PAGE)) meta.status = 404
      await writeFile(metaFile, JSON.stringify(meta))
    }
    await packBuiltFiles(distDir)
  },
}

export default adapter
