import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { policyOfPage } from './page-policy.ts'
import { isUnavailablePage } from './unavailable-page.ts'

/** Belongs to no language, so it is not among the outputs that an adapter is handed. */
const NOT_FOUND_PAGE = '_not-found.html'

/** One for each language: the page that unknown addresses are rewritten to. It is prerendered, and answered with 404. */
const UNKNOWN_PAGE = '/unknown.html'

/**
 * Runs at the end of `next build` and adds to each prerendered page the header of its content security policy, with the
 * hashes of the page's inline scripts. Next keeps the headers of `page.html` in `page.meta`.
 * @type {import('next').NextAdapter}
 */
const adapter = {
  name: 'content-policy',
  async onBuildComplete({ outputs, distDir }) {
    const pages = outputs.prerenders.flatMap(({ fallback }) => fallback?.filePath ?? [])
    for await (const file of glob(join(distDir, 'server/**', NOT_FOUND_PAGE))) pages.push(file)
    for (const needed of [NOT_FOUND_PAGE, UNKNOWN_PAGE])
      if (!pages.some((file) => file.endsWith(needed))) throw new Error(`the build has no ${needed}`)
    for (const file of new Set(pages)) {
      if (!file.endsWith('.html')) continue
      const metaFile = file.replace(/\.html$/, '.meta')
      const meta = JSON.parse(await readFile(metaFile, 'utf8'))
      const html = await readFile(file, 'utf8')
      if (isUnavailablePage(html)) throw new Error(`the backend went away while ${file} was made`)
      const policy = policyOfPage(html)
      meta.headers = { ...meta.headers, 'content-security-policy': policy }
      if (file.endsWith(UNKNOWN_PAGE)) meta.status = 404
      await writeFile(metaFile, JSON.stringify(meta))
    }
  },
}

export default adapter
