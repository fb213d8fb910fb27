import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

// A module of the older kind, seen from one of the newer.
const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule

/**
 * Next's own cache of pages in memory and files. What is made while the site runs (a page nobody had asked for, one that
 * is made anew) gets its styles and its policy on the way in, as the build's pages have it from the adapter.
 */
export default class PageCache extends FileSystemCache {
  /**
   * @param {string} key
   * @param {{ kind: string, html?: unknown, headers?: Record<string, unknown> } | null} data
   * @param {unknown} context
   */
  async set(key, data, context) {
    if (data?.kind === 'APP_PAGE' && typeof data.html === 'string') {
      // Not for the middleware's bundle, which Next takes this into too.
      const { finished } = await import(/* turbopackIgnore: true */ './finished.ts')
      const { html, headers } = await finished(data.html, `${this.serverDistDir}/..`)
      data.html = html
      data.headers = { ...data.headers, ...headers }
    }
    return super.set(key, data, context)
  }
}
