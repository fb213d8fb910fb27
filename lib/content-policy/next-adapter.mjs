import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { publicPolicy } from './without-nonce.mjs'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** @param {string} html */
function scriptHashes(html) {
  const sources = [...html.matchAll(INLINE_SCRIPT)].map(([, source]) => source)
  const hashes = sources.map(
    (source) => `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`,
  )
  return [...new Set(hashes)].join(' ')
}

/**
 * Runs at the end of `next build`: gives each prerendered page a policy that allows exactly the inline scripts Next
 * put into it. The header lies beside the page, in the file that holds its other headers.
 * @type {import('next').NextAdapter}
 */
const adapter = {
  name: 'content-security-policy',
  async onBuildComplete({ outputs }) {
    for (const { fallback } of outputs.prerenders) {
      const file = fallback?.filePath
      if (file === undefined || !file.endsWith('.html')) continue
      const metaFile = file.replace(/\.html$/, '.meta')
      const meta = JSON.parse(await readFile(metaFile, 'utf8'))
      const policy = publicPolicy(scriptHashes(await readFile(file, 'utf8')))
      meta.headers = { ...meta.headers, 'content-security-policy': policy }
      await writeFile(metaFile, JSON.stringify(meta))
    }
  },
}

export default adapter
