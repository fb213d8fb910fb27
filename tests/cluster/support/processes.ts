import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { JobName } from '#backend/jobs/catalogue.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { deferred } from '#tests/ports/support/deferred.ts'
import { CODE_CACHE, QUICK_START } from '#tests/support/backend-start.ts'

const JobLine = z.object({ msg: z.string(), job: z.string().optional() })

/** One process of the backend, started as in production. */
export interface Member {
  url: string
  /** How many jobs of this name the process has started. */
  begun: (name: JobName) => number
  /** Kills the process with -9, and waits for its end. */
  kill: () => Promise<void>
  /** Asks the process to end, and waits until it did. @returns its exit code; null where a signal ended it */
  end: () => Promise<number | null>
  /** Whether it ended by itself. */
  hasEnded: () => boolean
}

/** Starts a process of these roles and resolves when it is ready; `entry` for a program other than the product's. */
export async function startMember(
  role: string,
  environment: Readonly<Record<string, string>>,
  {
    entry = 'backend/main.ts',
    port: wanted,
    onWaiting,
    onWaitingForMigrations,
    onLine,
  }: {
    entry?: string
    port?: number
    /** It found the database away and waits for it. */
    onWaiting?: () => void
    /** It found migrations missing and waits for them. */
    onWaitingForMigrations?: () => void
    /** Hears each line of its log. */
    onLine?: (line: string) => void
  } = {},
): Promise<Member> {
  const port = wanted ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [QUICK_START, entry], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      ...CODE_CACHE,
      BACKEND_PUBLIC_URL: url,
      ...environment,
      ROLE: role,
      BACKEND_PORT: String(port),
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const ready = deferred()
  const begun: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine?.(line)
    const { msg, job } = JobLine.parse(JSON.parse(line))
    if (msg === 'ready') ready.resolve()
    if (msg === 'the database is away: it is waited for') onWaiting?.()
    if (msg.includes('`npm run db:migrate` makes them')) onWaitingForMigrations?.()
    if (msg === 'job begun' && job !== undefined) begun.push(job)
  })
  await Promise.race([
    ready.promise,
    gone.then(() => Promise.reject(new Error(`the ${role} ended before it was ready`))),
  ])
  return {
    url,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    begun: (name) => begun.filter((job) => job === name).length,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async end() {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
  }
}
