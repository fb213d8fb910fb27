import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

// A CommonJS module, seen from an ES module.
const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule

/**
 * Next's default cache of pages in memory and files. A page that is rendered while the site runs (made on demand, or
 * revalidated) gets its content security policy as it is stored, as the build's pages get theirs from the adapter. Next
 * answers with the stored page, on the first request too.
 */
export default class PageCache extends FileSystemCache {
  /**
   * @param {string} key
   * @param {{ kind: string, status?: number | undefined, html?: unknown, headers?: Record<string, unknown> } | null} data
   * @param {unknown} context
   */
  async set(key, data, context) {
    if (data?.kind !== 'APP_PAGE' || typeof data.html !== 'string') return super.set(key, data, context)
    // Loaded at run time: Next bundles this file into the middleware too, which has no `node:crypto`.
    const { policyOfPage } = await import(/* turbopackIgnore: true */ './page-policy.ts')
    const { isUnavailablePage, UNAVAILABLE_HEADERS } = await import(
      /* turbopackIgnore: true */ './unavailable-page.ts'
    )
    data.headers = { ...data.headers, 'content-security-policy': policyOfPage(data.html) }
    if (isUnavailablePage(data.html)) {
      // Next keeps the page it has when a new one fails.
      if (await this.get(key, context)) throw new Error(`${key} cannot be made anew now`)
      data.status = 503
      Object.assign(data.headers, UNAVAILABLE_HEADERS)
      return
    }
    // Addresses that no page answers to are without number: they stay in memory, which is bounded, and leave no file.
    const isPage = data.status === undefined || data.status === 200
    const store = isPage ? this : Object.create(this, { flushToDisk: { value: false } })
    return super.set.call(store, key, data, context)
  }
}
