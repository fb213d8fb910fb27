import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProductError } from '#contract/errors.ts'
import {
  KeyTakenError,
  StorageLimitError,
  type SignedFiles,
} from '#backend/providers/storage/storage-port.ts'
import { BrokenUploadError } from './errors.ts'

type StorageRequest = FastifyRequest<{ Params: { '*': string } }>

const PREFLIGHT_MAX_AGE_SECONDS = 3600

/** Serves signed URLs to any holder until they expire: files to read, and uploads to write. */
export function registerStorageRoute(app: FastifyInstance, files: SignedFiles, siteUrl: string): void {
  const siteOrigin = new URL(siteUrl).origin
  void app.register((scope, _options, done) => {
    // An upload is the file itself, of any type, and is streamed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    // The site may read the bytes (download all) and send them; scripts in them must not run.
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('access-control-allow-origin', siteOrigin)
      next()
    })
    scope.get('/storage/*', (request: StorageRequest, reply) => serve(files, request, reply))
    scope.put('/storage/*', (request: StorageRequest, reply) => receive(files, request, reply))
    scope.options('/storage/*', (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, PUT',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
        })
        .status(204)
        .send(),
    )
    done()
  })
}

async function serve(
  files: SignedFiles,
  request: StorageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await files.open(request.params['*'], queryOf(request))
  if (typeof file === 'string') throw new ProductError(file)
  const maxAgeSeconds = Math.max(0, Math.floor((file.expiresAt.getTime() - Date.now()) / 1000))
  reply.headers({
    'content-type': file.mediaType,
    'content-length': file.sizeBytes,
    'cache-control': `private, max-age=${maxAgeSeconds}, immutable`,
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
}

async function receive(
  files: SignedFiles,
  request: StorageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, headers } = request
  const content = body instanceof Readable ? contentOf(body) : Readable.from([])
  const upload = { mediaType: headers['content-type'], content }
  const taken = await files.receive(request.params['*'], queryOf(request), upload).catch((cause: unknown) => {
    if (cause instanceof StorageLimitError) throw new ProductError('file_too_large', { cause })
    // The upload was valid for one file, which has arrived already.
    if (cause instanceof KeyTakenError) throw new ProductError('signature_invalid', { cause })
    throw cause
  })
  if (typeof taken === 'string') throw new ProductError(taken)
  return reply.status(204).send()
}

async function* contentOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) if (chunk instanceof Uint8Array) yield chunk
  } catch (error) {
    throw new BrokenUploadError('the file broke off', { cause: error })
  }
}

function queryOf(request: StorageRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?', 2)[1] ?? '')
}
