import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '#tests/api/support/free-port.ts'

export interface PostgresServer {
  /** Of its database `postgres`, for the user `postgres`. */
  url: string
  /** Ends all its processes at once, without a word to anybody: the next start recovers from its log. */
  crash(): Promise<void>
  /** Resumes at the same address after a crash. */
  start(): Promise<void>
  /** Ends it and deletes its folder. */
  stop(): Promise<void>
}

/** A PostgreSQL of this machine's newest installation, in a throwaway folder. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const bin = globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).sort().at(-1)
  if (bin === undefined) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const owner = serverUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o711)
  const run = async (program: string, ...args: string[]) => {
    const child = spawn(join(bin, program), ['-D', join(folder, 'data'), ...args], {
      cwd: folder,
      stdio: 'ignore',
      ...owner,
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
  }
  const port = await freePort()
  const settings = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=200`
  const start = () => run('pg_ctl', '-w', '-o', settings, 'start')
  const crash = () => run('pg_ctl', '-w', '-m', 'immediate', 'stop')
  await run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash,
    start,
    async stop() {
      await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
