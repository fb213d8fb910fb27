import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild } from './child.ts'
import type { Child, ChildOptions, End } from './child.ts'
import { frameOf, readFrames } from './frames.ts'
import { Report } from './messages.ts'

/** A process that all processes of this user on this machine share. */
export interface SharedOptions {
  /** Identifies the shared process: pools with the same name and limits share it. */
  name: string
  /** How long the process lingers after its last client. */
  lingerMs: number
}

/** Changes with the messages' format. */
const PROTOCOL = 1
/** An ending process may have to be followed by another. */
const ATTEMPTS = 3

/**
 * A connection to the shared process, used as a child of a pool; the first client starts the process. Sockets are
 * numbered `<key>.1`, `.2` ...: the last one counts, and when its process has ended the next number is bound. Numbers
 * are never reused, so the socket of a living process is never deleted.
 */
export function joinShared(
  options: ChildOptions & { shared: SharedOptions },
  onReport: (report: Report) => void,
): Child {
  let resolveEnded: (end: End) => void
  const ended = new Promise<End>((resolve) => {
    resolveEnded = resolve
  })
  const unsent: Buffer[] = []
  let socket: Socket | undefined
  let isOver = false
  let isHeld = false
  const end = (how: string): void => {
    isOver = true
    socket?.destroy()
    resolveEnded({ code: 'crashed', how })
  }
  const setHeld = (hold: boolean): void => {
    isHeld = hold
    if (isHeld) socket?.ref()
    else socket?.unref()
  }
  void open(options).then(
    (opened) => {
      socket = opened.on('error', () => undefined).on('close', () => end('ended'))
      readFrames(opened, (message) => {
        const report = Report.safeParse(message)
        if (report.success) onReport(report.data)
        else opened.destroy()
      })
      if (isOver) opened.destroy()
      for (const frame of unsent) opened.write(frame)
      setHeld(isHeld)
    },
    (error: unknown) => end(`could not be had: ${error instanceof Error ? error.message : String(error)}`),
  )
  return {
    send(order) {
      const frame = frameOf(order)
      if (socket) socket.write(frame)
      else unsent.push(frame)
    },
    kill: () => end('was left'),
    setHeld,
    ended,
  }
}

async function open({ program, shared, ...limits }: Parameters<typeof joinShared>[0]): Promise<Socket> {
  const { memoryMaxBytes, callCpuMs, callTimeoutMs } = limits
  const alike = [PROTOCOL, process.version, program.href, shared, memoryMaxBytes, callCpuMs, callTimeoutMs]
  const key = createHash('sha256').update(JSON.stringify(alike)).digest('hex').slice(0, 16)
  const folder = await ownFolder()
  let how = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const last = lastOf(await readdir(folder), key)
    const socket = last > 0 && (await connected(path.join(folder, `${key}.${last}`)))
    if (socket) return socket
    how = await start({ program, ...limits }, path.join(folder, `${key}.${last + 1}`), shared.lingerMs)
  }
  throw new Error(how)
}

/** The folder of sockets, which other users cannot enter. @throws where no such folder can be had */
async function ownFolder(): Promise<string> {
  // `userInfo` fails for users without a name, which containers have.
  const uid = process.getuid?.() ?? -1
  const folder = path.join(tmpdir(), `studio-${uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is not this user's alone (0700); TMPDIR may name another place`)
  return folder
}

/** The highest number of a socket of this key; 0: there is none. */
function lastOf(names: readonly string[], key: string): number {
  return Math.max(
    0,
    ...names.map((name) => Number(name.startsWith(`${key}.`) && name.slice(key.length + 1)) || 0),
  )
}

/** Errors of a connection to a process that has ended or is ending. */
const GONE_ERRORS: readonly unknown[] = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']

/**
 * Null where no process listens any more. An ending process may still accept a connection, so its first message is
 * awaited.
 */
function connected(file: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(file)
    socket.once('readable', () => resolve(socket.readableLength > 0 ? socket : null))
    socket.once('close', () => resolve(null))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (!GONE_ERRORS.includes(error.code)) reject(error)
    })
  })
}

/**
 * Resolves when the process listens, or with a description of its end; it also ends when another process was first.
 */
function start(options: ChildOptions, file: string, lingerMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = startChild(options, () => {
      child.setHeld(false)
      resolve('')
    }, [file, String(lingerMs)])
    child.setHeld(true)
    void child.ended.then(({ how }) => resolve(how))
  })
}
