import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_SIZE_BYTES } from '#contract/limits.ts'
import { withoutControls, withoutDirectionControls } from '#contract/text.ts'
import type { IncomingFile } from '#backend/features/incoming-file.ts'
import { StorageLimitError, type Storage, type StoredFile } from '#backend/providers/storage/storage-port.ts'
import { SNIFF_BYTES, sniffSelfie } from '#contract/sniff-selfie.ts'

const FILE_NAME_MAX_LENGTH = 120

/** The name to show: without folders, control and direction characters. */
export function displayName(fileName: string): string {
  const base = withoutDirectionControls(withoutControls(fileName.replace(/^.*[/\\]/, ''))).trim()
  // A cut may halve a character.
  return withoutControls(base.slice(-FILE_NAME_MAX_LENGTH)) || 'image'
}

/**
 * Streams an upload to storage once its first bytes are those of an image.
 * @throws ProductError file_unsupported, file_too_large
 */
export async function storeUpload(storage: Storage, key: string, file: IncomingFile): Promise<StoredFile> {
  try {
    return await storage.put(key, sniffed(file.content), SELFIE_MAX_SIZE_BYTES)
  } catch (error) {
    if (error instanceof StorageLimitError) throw new ProductError('file_too_large', { cause: error })
    throw error
  }
}

async function* sniffed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = new Uint8Array(0)
  let known = false
  for await (const chunk of content) {
    if (known) {
      yield chunk
      continue
    }
    head = head.byteLength === 0 ? new Uint8Array(chunk) : new Uint8Array(Buffer.concat([head, chunk]))
    if (head.byteLength < SNIFF_BYTES) continue
    assertImage(head)
    known = true
    yield head
  }
  if (known) return
  assertImage(head)
  yield head
}

function assertImage(head: Uint8Array): void {
  if (!sniffSelfie(head)) throw new ProductError('file_unsupported')
}
