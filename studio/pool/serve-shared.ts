import { link, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import path from 'node:path'
import { frameOf, readFrames } from './frames.ts'
import { cpuMs } from './guarded.ts'
import type { Handlers } from './messages.ts'
import { createAnswer } from './serve.ts'

/**
 * Turns this process into one that several clients share, see `joinShared`: it does one call at a time, in the order
 * of arrival, and each client has one call at a time. Calls of clients that have disconnected are skipped. Without
 * clients the process ends.
 */
export async function serveShared(handlers: Handlers): Promise<void> {
  const [file = '', lingerMs = ''] = process.argv.slice(4)
  // The process that started this one may end first.
  const answer = createAnswer(handlers, null)
  const clients = new Set<Socket>()
  let turn = Promise.resolve()
  let linger: NodeJS.Timeout | undefined
  const awaitClients = (): void => {
    if (clients.size > 0) return
    linger = setTimeout(() => process.exit(), Number(lingerMs))
  }
  const serveClient = (socket: Socket): void => {
    clients.add(socket)
    clearTimeout(linger)
    if (process.connected) process.disconnect()
    socket.write(frameOf({ kind: 'ready' }))
    let ownCpuMs = 0
    const respond = async (message: unknown): Promise<void> => {
      if (socket.destroyed || socket.readableEnded) return
      const before = cpuMs()
      const report = await answer(message)
      ownCpuMs += cpuMs() - before
      socket.write(frameOf({ ...report, usage: { ...report.usage, cpuMs: ownCpuMs } }))
    }
    readFrames(socket, (message) => {
      turn = turn.then(() => respond(message))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clients.delete(socket)
      awaitClients()
    })
  }
  // The socket is bound under a temporary name and then linked to its final one: a client that finds the name finds a
  // listener, and only one process can have the name.
  const aside = `${file}-${process.pid}`
  const server = createServer(serveClient)
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(aside, resolve))
  const isFirst = await isNamed(aside, file)
  await rm(aside, { force: true })
  if (!isFirst) process.exit()
  // The first client is the process that started this one, unless that has ended already.
  process.on('disconnect', awaitClients)
  process.send?.({ kind: 'ready' })
  await deleteStaleSockets(file)
}

/** False where another process has the name, or has cleaned up after taking it. */
async function isNamed(aside: string, file: string): Promise<boolean> {
  try {
    await link(aside, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOENT'))
      return false
    throw error
  }
}

/** Deletes the sockets of earlier processes, on which no one listens. */
async function deleteStaleSockets(file: string): Promise<void> {
  const [folder, own] = [path.dirname(file), path.basename(file)]
  const key = own.slice(0, own.lastIndexOf('.') + 1)
  const others = (await readdir(folder)).filter((name) => name.startsWith(key) && name !== own)
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })))
}
