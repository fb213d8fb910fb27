import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LOCAL_HOST } from './ports.ts'
import { root } from './root.ts'
import type { Part } from './supervisor.ts'

export interface AuthEmulatorOptions {
  dataDir: string
  projectId: string
  port: number
  hubPort: number
  loggingPort: number
}

const CALL_TIMEOUT_MS = 5000
const EXPORTS_KEPT = 2
/** The file that firebase-tools writes into an export before it moves it into place. */
const EXPORT_METADATA = 'firebase-export-metadata.json'

const AccountPage = z.looseObject({ nextPageToken: z.string().optional() })
const Emulators = z.looseObject({ auth: z.unknown(), logging: z.unknown() })

function exportsOf(authDir: string): string[] {
  if (!existsSync(authDir)) return []
  return readdirSync(authDir)
    .filter((entry) => /^export-\d+$/.test(entry) && existsSync(join(authDir, entry, EXPORT_METADATA)))
    .sort()
}

/**
 * Google's Auth emulator through the documented command line of firebase-tools, isolated from the home folder, the
 * network, and other instances on this machine (it leaves a locator file in TMPDIR).
 */
export function authEmulatorPart(options: AuthEmulatorOptions): Part {
  const { dataDir, projectId, port, hubPort, loggingPort } = options
  const workDir = join(dataDir, 'auth-emulator')
  const tmpDir = join(workDir, 'tmp')
  mkdirSync(tmpDir, { recursive: true })
  const at = (of: number) => ({ host: LOCAL_HOST, port: of })
  const emulators = { ui: { enabled: false }, auth: at(port), hub: at(hubPort), logging: at(loggingPort) }
  writeFileSync(join(workDir, 'firebase.json'), JSON.stringify({ emulators }))
  const authDir = join(dataDir, 'auth')
  const newest = exportsOf(authDir).at(-1)
  const cli = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const args = [cli, 'emulators:start', '--only', 'auth', '--project', projectId, '--config', 'firebase.json']
  return {
    name: 'auth',
    args: newest ? [...args, '--import', join(authDir, newest)] : args,
    cwd: workDir,
    // `CI` stops it from asking the network for news and newer versions.
    env: { CI: 'true', NO_UPDATE_NOTIFIER: '1', XDG_CONFIG_HOME: join(workDir, 'config'), TMPDIR: tmpDir },
    isNoise: (line) => !/error|exception/i.test(line),
    // The logging emulator is the last to start, after the accounts have been imported.
    isReady: async () => {
      const response = await fetch(`http://${LOCAL_HOST}:${hubPort}/emulators`, {
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      const running = Emulators.parse(await response.json())
      return running.auth !== undefined && running.logging !== undefined
    },
  }
}

export interface ExportOptions {
  hubUrl: string
  authDir: string
}

/** Writes all accounts to a new folder under `authDir`; the next start imports the newest complete one. */
export async function exportAccounts({ hubUrl, authDir }: ExportOptions): Promise<void> {
  mkdirSync(authDir, { recursive: true, mode: 0o700 })
  const response = await fetch(`${hubUrl}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: join(authDir, `export-${Date.now()}`), initiatedBy: 'start' }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The Auth emulator could not export its accounts (${response.status}).`)
  for (const old of exportsOf(authDir).slice(0, -EXPORTS_KEPT))
    rmSync(join(authDir, old), { recursive: true, force: true })
}

async function accountsDigest(authUrl: string, projectId: string): Promise<string> {
  const hash = createHash('sha256')
  let pageToken: string | undefined
  do {
    const url = new URL(
      `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet`,
    )
    url.searchParams.set('maxResults', '1000')
    if (pageToken) url.searchParams.set('nextPageToken', pageToken)
    const response = await fetch(url, {
      headers: { authorization: 'Bearer owner' },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const page = await response.text()
    hash.update(page)
    pageToken = AccountPage.parse(JSON.parse(page)).nextPageToken
  } while (pageToken)
  return hash.digest('hex')
}

export interface AccountKeeper {
  /** Exports once more and stops watching. */
  close(): Promise<void>
}

/** Exports soon after each change, so that even kill -9 loses no more than the last seconds. */
export function keepAccounts(
  options: ExportOptions & { authUrl: string; projectId: string; intervalMs: number },
): AccountKeeper {
  let exported = ''
  let busy: Promise<void> = Promise.resolve()
  const exportIfChanged = async () => {
    const digest = await accountsDigest(options.authUrl, options.projectId)
    if (digest === exported) return
    await exportAccounts(options)
    exported = digest
  }
  const timer = setInterval(() => {
    // A failure shows itself at the next change or in `close`; the emulator's own death stops everything anyway.
    busy = busy.then(exportIfChanged).catch(() => undefined)
  }, options.intervalMs)
  return {
    async close() {
      clearInterval(timer)
      await busy
      await exportIfChanged()
    },
  }
}
