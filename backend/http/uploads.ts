import type { FastifyRequest } from 'fastify'
import type { MultipartFile } from '@fastify/multipart'
import type { FilesDefinition } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'
import type { IncomingFile } from '#backend/features/incoming-file.ts'
import { BrokenUploadError, toProductError } from './errors.ts'

/** Room for the form's own lines around the files. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * The files of a multipart request, one after another, each streamed. A file that its reader leaves early is
 * skipped over; parts of other names are ignored.
 */
export async function* incomingFiles(
  request: FastifyRequest,
  { field, maxCount, maxSizeBytes }: FilesDefinition,
): AsyncGenerator<IncomingFile> {
  const declaredBytes = Number(request.headers['content-length'] ?? 0)
  if (declaredBytes > maxCount * (maxSizeBytes + FORM_OVERHEAD_BYTES)) {
    throw new ProductError('file_too_large')
  }
  for await (const part of parts(request, { maxCount, maxSizeBytes })) {
    const isWanted = part.fieldname === field && part.filename !== ''
    if (isWanted) yield { fileName: part.filename, content: contentOf(part) }
    part.file.resume()
  }
}

async function* parts(
  request: FastifyRequest,
  { maxCount, maxSizeBytes }: Pick<FilesDefinition, 'maxCount' | 'maxSizeBytes'>,
): AsyncGenerator<MultipartFile> {
  const limits = {
    files: maxCount,
    fields: 20,
    fieldSize: 4096,
    parts: maxCount + 20,
    headerPairs: 50,
    // One byte over the limit, so that the storage can tell a file at the limit from a larger one.
    fileSize: maxSizeBytes + 1,
  }
  try {
    yield* request.files({ limits, throwFileSizeLimit: false })
  } catch (error) {
    const known = toProductError(error)
    throw known.code === 'internal'
      ? new BrokenUploadError('the form could not be read', { cause: error })
      : known
  }
}

async function* contentOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part.file.iterator({ destroyOnReturn: false })) {
      if (chunk instanceof Uint8Array) yield chunk
    }
  } catch (error) {
    throw new BrokenUploadError('the file broke off', { cause: error })
  } finally {
    part.file.resume()
  }
}
