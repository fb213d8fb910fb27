import type { FastifyInstance } from 'fastify'
import { ProductError } from '#contract/errors.ts'
import type { SignedFiles } from '#backend/providers/storage/port.ts'

/** Serves signed URLs: to whoever holds one, until it expires. */
export function registerStorageRoute(app: FastifyInstance, files: SignedFiles, siteUrl: string): void {
  app.get<{ Params: { '*': string } }>('/storage/*', async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
    const file = await files.open(request.params['*'], query)
    if (typeof file === 'string') throw new ProductError(file)
    const maxAgeSeconds = Math.max(0, Math.floor((file.expiresAt.getTime() - Date.now()) / 1000))
    reply.headers({
      'content-type': file.mediaType,
      'content-length': file.sizeBytes,
      'cache-control': `private, max-age=${maxAgeSeconds}, immutable`,
      // The site may read the bytes (download all) and show them; nothing in them may run.
      'access-control-allow-origin': new URL(siteUrl).origin,
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (file.downloadName !== undefined) {
      reply.header(
        'content-disposition',
        `attachment; filename="${file.downloadName.replace(/[^\w.-]/g, '_')}"`,
      )
    }
    return reply.send(file.stream)
  })
}
