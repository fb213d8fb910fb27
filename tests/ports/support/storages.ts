import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { toErrorBody, toProductError } from '#backend/http/errors.ts'
import { registerStorageRoute } from '#backend/http/storage-route.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import type { SignedFiles, Storage } from '#backend/providers/storage/port.ts'

export interface OpenStorage {
  storage: Storage
  /** The same store, signing as if it were so much later (earlier when negative). */
  shifted: (byMs: number) => Promise<Storage>
  close: () => Promise<void>
}

/** Files, with the door that serves their signed URLs. */
async function openFiles(): Promise<OpenStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const app = Fastify()
  let publicUrl = 'http://not-yet.example'
  const open = (byMs: number) =>
    createFileStorage({
      folder,
      secret: 'one secret',
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

/** Every implementation that can run here. */
export const STORAGES: [string, () => Promise<OpenStorage>][] = [['files', openFiles]]
