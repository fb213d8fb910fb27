import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { pipeline, type Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { SourceFile, SourceKind } from '#backend/features/directory/import/load.ts'

/** A file to be imported: plain, `.gz`, or the largest file of a `.zip`, which is the one GeoNames means. */
export async function sourceFileOf(kind: SourceKind, file: string): Promise<SourceFile> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return { kind, name: path.basename(file), sha256: digest.digest('hex'), open: () => openFile(file) }
}

async function* openFile(file: string): AsyncGenerator<Uint8Array> {
  // Streams of bytes that were given no encoding.
  for await (const chunk of await streamOf(file)) yield chunk as Uint8Array
}

async function streamOf(file: string): Promise<Readable> {
  if (file.endsWith('.zip')) return openLargest(file)
  if (!file.endsWith('.gz')) return createReadStream(file)
  // An error reaches the reader of the last stream.
  return pipeline(createReadStream(file), createGunzip(), () => undefined)
}

async function openLargest(file: string): Promise<Readable> {
  const archive = await yauzl.openPromise(file, { autoClose: false })
  let largest: yauzl.Entry | undefined
  for await (const entry of archive.eachEntry()) {
    if (!largest || entry.uncompressedSize > largest.uncompressedSize) largest = entry
  }
  if (!largest) throw new Error(`${file} is empty`)
  const stream = await archive.openReadStreamPromise(largest)
  stream.once('close', () => archive.close())
  return stream
}
