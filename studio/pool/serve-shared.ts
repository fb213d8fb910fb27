import { link, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import path from 'node:path'
import { frameOf, hearFrames } from './frames.ts'
import { cpuMs } from './guarded.ts'
import type { Handlers } from './messages.ts'
import { answering } from './serve.ts'

/**
 * Makes this process one that others share, see `joinShared`: it does one call at a time, in the order they came, and a
 * client asks one at a time. What a client asked that is gone by its turn is not done. Without clients it ends.
 */
export async function serveShared(handlers: Handlers): Promise<void> {
  const [file = '', lingerMs = ''] = process.argv.slice(4)
  // Whoever started it may end before it.
  const answer = answering(handlers, null)
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
    hearFrames(socket, (message) => {
      turn = turn.then(() => respond(message))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clients.delete(socket)
      awaitClients()
    })
  }
  // Bound aside and then given its name: whoever finds the name finds somebody listening, and one alone can have it.
  const aside = `${file}-${process.pid}`
  const server = createServer(serveClient)
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(aside, resolve))
  const isFirst = await isNamed(aside, file)
  await rm(aside, { force: true })
  if (!isFirst) process.exit()
  // Its first client is whoever started it, unless that has gone by then.
  process.on('disconnect', awaitClients)
  process.send?.({ kind: 'ready' })
  await forgetBefore(file)
}

/** False where another has the name, or has tidied up after it got it. */
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

/** Takes away what those before it left: nobody listens there. */
async function forgetBefore(file: string): Promise<void> {
  const [folder, own] = [path.dirname(file), path.basename(file)]
  const key = own.slice(0, own.lastIndexOf('.') + 1)
  const others = (await readdir(folder)).filter((name) => name.startsWith(key) && name !== own)
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })))
}
