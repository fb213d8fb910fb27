import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

// A CommonJS module, seen from an ES module.
const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule

/**
 * Next's default cache of pages in memory and files. A page that is rendered while the site runs (made on demand, or
 * revalidated) gets its content security policy as it is stored, as the build's pages get theirs from the adapter. Next
 * answers with what is stored, on the first request too.
 */
export default class PageCache extends FileSystemCache {
  /**
   * @param {string} key
   * @param {{ kind: string, html?: unknown, headers?: Record<string, unknown> } | null} data
   * @param {unknown} context
   */
  async set(key, data, context) {
    if (data?.kind === 'APP_PAGE' && typeof data.html === 'string') {
      // Loaded at run time: Next bundles this file into the middleware too, which has no `node:crypto`.
      const { policyOfPage } = await import(/* turbopackIgnore: true */ './page-policy.ts')
      data.headers = { ...data.headers, 'content-security-policy': policyOfPage(data.html) }
    }
    return super.set(key, data, context)
  }
}
