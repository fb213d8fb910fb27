import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { toErrorBody, toProductError } from '#backend/http/errors.ts'
import { registerStorageRoute } from '#backend/http/storage-route.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { DELETE_MAX_KEYS, type SignedFiles, type Storage } from '#backend/providers/storage/storage-port.ts'
import { createS3Storage, type S3StorageOptions } from '#backend/providers/storage/s3.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

export interface OpenStorage {
  storage: Storage
  /** The same store, whose clock for signing is shifted by so much (earlier when negative). */
  shifted: (byMs: number) => Promise<Storage>
  close: () => Promise<void>
}

/** Files, with the server of their signed URLs. */
async function openFiles(): Promise<OpenStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const app = Fastify()
  let publicUrl = 'http://not-yet.example'
  const open = (byMs: number) =>
    createFileStorage({
      folder,
      secrets: ['one secret'],
      publicUrl,
      isSoleWriter: false,
      now: () => Date.now() + byMs,
    })
  const served = await open(0)
  const files: SignedFiles = { open: served.open, receive: served.receive }
  app.setErrorHandler((error, request, reply) => {
    const known = toProductError(error)
    return reply.status(known.status).send(toErrorBody(known, request.id))
  })
  registerStorageRoute(app, files, 'http://site.example')
  publicUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/storage`
  return {
    storage: await open(0),
    shifted: open,
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A part of a bucket of its own, emptied afterwards. */
function openBucket(options: S3StorageOptions): OpenStorage {
  const keyPrefix = `test-${randomUUID()}`
  const clients: { close: () => void }[] = []
  const open = (byMs: number) => {
    const storage = createS3Storage({ ...options, keyPrefix, now: () => Date.now() + byMs })
    clients.push(storage)
    return storage
  }
  const storage = open(0)
  return {
    storage,
    shifted: (byMs) => Promise.resolve(open(byMs)),
    async close() {
      const keys: string[] = []
      for await (const { key } of storage.list('')) keys.push(key)
      while (keys.length > 0) await storage.delete(keys.splice(0, DELETE_MAX_KEYS))
      for (const client of clients) client.close()
    },
  }
}

/** s3rver, which looks at no precondition of a write. */
async function openOwnServer(): Promise<OpenStorage> {
  const server = await startS3Server()
  const opened = openBucket({ ...server, usesPathStyle: true, hasConditionalWrites: false })
  return {
    ...opened,
    async close() {
      await opened.close()
      await server.close()
    },
  }
}

const given = process.env.TEST_S3_ENDPOINT

function openGivenServer(): Promise<OpenStorage> {
  const { TEST_S3_BUCKET = '', TEST_S3_REGION = 'us-east-1', TEST_S3_PATH_STYLE } = process.env
  const { TEST_S3_ACCESS_KEY_ID: accessKeyId, TEST_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  return Promise.resolve(
    openBucket({
      bucket: TEST_S3_BUCKET,
      region: TEST_S3_REGION,
      endpoint: given,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      usesPathStyle: TEST_S3_PATH_STYLE !== '0',
      hasConditionalWrites: true,
    }),
  )
}

/**
 * Every implementation that can run here; S3 on a server of the test's own, or on the one TEST_S3_ENDPOINT names.
 * `enforces` says whether the server looks at signatures and policies, and lists in the order of the keys.
 */
export const STORAGES: { name: string; enforces: boolean; open: () => Promise<OpenStorage> }[] = [
  { name: 'files', enforces: true, open: openFiles },
  given === undefined
    ? { name: 'S3 (s3rver)', enforces: false, open: openOwnServer }
    : { name: `S3 at ${given}`, enforces: true, open: openGivenServer },
]
