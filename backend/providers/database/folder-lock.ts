import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Claims a folder for this process until `release` or its death. A listening socket, unlike a file with a
 * process id, frees itself when the holder is killed and cannot be mistaken for a later process.
 * @throws FolderInUseError when a living process holds it
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const digest = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\database-${digest}`
      : join(tmpdir(), `database-${digest}.sock`)
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address)
    if (server) {
      return () => new Promise((resolve) => server.close(() => resolve()))
    }
    if (await answers(address)) break
    await rm(address, { force: true })
  }
  throw new FolderInUseError(`${folder} is open in another process`)
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
