import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { bfl } from '#emulators/bfl/protocol.ts'
import { cog } from '#emulators/cog/protocol.ts'
import { createPainter, type Painter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator, type Protocol } from '#emulators/engine-core/server.ts'
import { fal } from '#emulators/fal/protocol.ts'
import { replicate } from '#emulators/replicate/protocol.ts'
import { readArguments } from '#scripts/engine-check/arguments.ts'
import { paceOf } from '#scripts/engine-check/following.ts'
import { PROMISES, type Finding, type PromiseName } from '#scripts/engine-check/findings.ts'
import { linesOf } from '#scripts/engine-check/print.ts'
import { checkEngine, type Report } from '#scripts/engine-check/run.ts'
import { readSelfies, type Selfie } from '#scripts/engine-check/selfies.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { openDatabase } from './support/databases.ts'

const KEY = 'a-secret-key-of-the-operator'
const LONG_MS = 10 * 60_000

interface Vendor {
  protocol: Protocol
  /** Below the emulator's own. */
  path: string
  options: string[]
}

const VENDORS = {
  cog: { protocol: cog(), path: '', options: ['--dollars-per-hour', '1.5'] },
  replicate: {
    protocol: replicate,
    path: '/v1',
    options: ['--trainer', `ostris/flux-dev-lora-trainer:${'a'.repeat(64)}`],
  },
  fal: {
    protocol: fal,
    path: '',
    options: ['--dollars-per-step', '0.0024', '--dollars-per-picture', '0.025'],
  },
  bfl: { protocol: bfl, path: '', options: [] },
} satisfies Record<string, Vendor>
/** Of each kind two are ordered at most, and the first is canceled. */
const TRAINING = { kind: 'training', times: 2 }
const PICTURE = { kind: 'picture', times: 2 }
type VendorName = keyof typeof VENDORS
const NAMES = Object.keys(VENDORS) as VendorName[]

describe('the check of an engine', () => {
  const studio = openStudio({ threads: 1, cutOutNet: null })
  const eye = createStudioEye(studio.studio)
  const painter = trainingOnce(createPainter(studio.studio))
  const { signal } = new AbortController()
  let folder: string
  let keyFile: string
  let database: Awaited<ReturnType<typeof openDatabase>>
  let selfies: Selfie[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engine-check-test-'))
    keyFile = join(folder, 'key')
    await writeFile(keyFile, `${KEY}\n`)
    const pictures = join(folder, 'noor')
    await mkdir(pictures)
    for (const [index, bytes] of (await drawnSelfies('noor', 2)).entries())
      await writeFile(join(pictures, `${index}.jpg`), bytes)
    selfies = await readSelfies(pictures, eye, signal)
    database = await openDatabase()
  })
  after(async () => {
    await Promise.all([painter.close(), database.close()])
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs the check against an emulator that was told what to do wrong. */
  const run = async (
    name: VendorName,
    options: {
      commands?: [path: string, body: unknown][]
      hookMs?: number
      tell?: (finding: Finding) => unknown
      until?: AbortSignal
      /** The only key that the emulator takes. */
      key?: string
    } = {},
  ): Promise<{ report: Report; broken: PromiseName[]; emulator: Awaited<ReturnType<typeof stateOf>> }> => {
    const { protocol, path, options: own } = VENDORS[name]
    const emulator = await startEmulator(protocol, { port: 0, key: options.key ?? KEY, painter })
    try {
      for (const [command, body] of options.commands ?? []) await send(emulator, command, body)
      const wanted = readArguments([
        ...['--engine', name, '--address', `${emulator.url}${path}`, '--selfies', folder, '--hook-port', '0'],
        ...['--key-file', keyFile, '--pictures', '1', '--studio-pictures', '0', ...own],
      ])
      if (!wanted) throw new Error('help')
      const report = await checkEngine(wanted, {
        database: database.database,
        studio,
        eye,
        selfies,
        tell: options.tell ?? (() => undefined),
        signal: options.until ?? signal,
        pace: {
          pollMs: 5,
          // Far longer than any of it takes on a busy machine.
          startMs: LONG_MS,
          trainingMs: LONG_MS,
          renderMs: LONG_MS,
          endMs: LONG_MS,
          hookMs: options.hookMs ?? 10_000,
          // A deleted version is there for a minute yet, by the vendor's clock.
          pause: () => send(emulator, 'clock', { seconds: 61 }),
        },
      })
      const broken = report.findings.flatMap(({ promise, outcome }) =>
        outcome === 'broken' ? [promise] : [],
      )
      return { report, broken, emulator: await stateOf(emulator) }
    } finally {
      await emulator.close()
    }
  }

  for (const name of NAMES) {
    test(`finds every promise held by ${name}`, async () => {
      const stuck = { fault: 'stuck', kind: VENDORS[name].protocol === bfl ? 'picture' : 'training' }
      const { report, emulator } = await run(name, { commands: [['jobs', stuck]] })
      expect(report.findings.map(({ promise, outcome, note }) => [promise, outcome, note])).toEqual(
        Object.keys(PROMISES).map((promise) => [promise, 'held', null]),
      )
      // One job ended before it began, where that can be asked for; one training, and one picture.
      const states = emulator.jobs.map(({ kind, state }) => `${kind} ${state}`).reverse()
      expect(states).toEqual(
        name === 'bfl'
          ? ['picture queued', 'picture succeeded']
          : ['training canceled', 'training succeeded', 'picture succeeded'],
      )
      expect(linesOf(report).at(-1)).toBe(`${report.findings.length} held, 0 broken, 0 not checked`)
      expect(JSON.stringify(report)).not.toContain(KEY)
    })
  }

  for (const [fault, name, commands, expected] of [
    ['a lost hook', 'fal', [['hooks', { drop: 1 }]], ['hook']],
    ['hooks that alone would tell, and are lost', 'cog', [['hooks', { drop: 1 }]], ['train', 'hook']],
    ['weights that are missing', 'replicate', [['jobs', { ...TRAINING, fault: 'missing_files' }]], ['train']],
    ['a picture that is missing', 'bfl', [['jobs', { ...PICTURE, fault: 'missing_files' }]], ['render']],
    ['a refusal', 'cog', [['jobs', { fault: 'refused', kind: 'picture' }]], ['render']],
    ["another person's picture", 'cog', [['jobs', { fault: 'stranger', kind: 'picture' }]], ['likeness']],
    ['a selfie for a picture', 'fal', [['jobs', { fault: 'copied', kind: 'picture' }]], ['new']],
    ['a result that is gone', 'replicate', [['results', { lastSeconds: 0 }]], ['render']],
    ['weights that are gone', 'fal', [['results', { lastSeconds: 0 }]], ['train']],
  ] satisfies [string, VendorName, [string, unknown][], [PromiseName, ...PromiseName[]]][]) {
    test(`finds ${fault} at ${name}, and leaves nothing`, async () => {
      const areHooksLost = commands.some(([command]) => command === 'hooks')
      const { report, broken, emulator } = await run(name, { commands, ...(areHooksLost && { hookMs: 300 }) })
      expect(broken).toEqual(expected)
      expect(report.findings.find(({ promise }) => promise === 'clean')?.outcome).toBe('held')
      expect(emulator.jobs.filter(({ kind, state }) => kind === 'training' && isOpen(state))).toEqual([])
      expect(linesOf(report)).toContain(`Broken: ${expected[0]}: ${PROMISES[expected[0]]}.`)
    })
  }

  test('an interrupted check deletes the model that it had made, and says what it did not come to', async () => {
    const interrupted = new AbortController()
    const { report, emulator } = await run('replicate', {
      until: interrupted.signal,
      tell: ({ promise }) => promise === 'model' && interrupted.abort(new Error('Ctrl-C')),
    })
    const outcomes = Object.fromEntries(report.findings.map(({ promise, outcome }) => [promise, outcome]))
    expect(outcomes).toMatchObject({
      model: 'held',
      render: 'not checked',
      delete: 'not checked',
      clean: 'held',
    })
    expect(report.findings.find(({ promise }) => promise === 'render')?.note).toMatch(/interrupted/)
    expect(emulator.files).toBe(0)
  })

  for (const name of NAMES) {
    test(`a key that ${name} does not take is found first, and not told`, async () => {
      const { report, broken } = await run(name, { key: 'another-key-than-the-one-in-the-file', hookMs: 300 })
      // A container takes every order: its own key shows with what it tells.
      expect(broken).toEqual(name === 'cog' ? ['train', 'hook'] : ['health'])
      expect(JSON.stringify(report)).not.toContain(KEY)
      if (name === 'cog')
        expect(report.findings.find(({ promise }) => promise === 'hook')?.note).toMatch(/another key/)
    })
  }

  test('the studio is checked without an address, and what it does not do is not checked', async () => {
    const wanted = readArguments([
      '--engine',
      'studio',
      '--selfies',
      folder,
      '--hook-port',
      '0',
      '--pictures',
      '1',
      '--studio-pictures',
      '0',
    ])
    if (!wanted) throw new Error('help')
    const report = await checkEngine(wanted, {
      database: database.database,
      studio,
      eye,
      selfies,
      tell: () => undefined,
      signal,
      pace: paceOf(wanted),
    })
    const others = report.findings.filter(({ outcome }) => outcome !== 'held')
    expect(others.map(({ promise, outcome }) => [promise, outcome])).toEqual([
      ['hook', 'not checked'],
      ['cost', 'not checked'],
    ])
    expect(report.likeness.map(({ descriptor }) => descriptor)).toEqual(['faceres', 'dlib'])
    expect(report.likeness.every(({ median }) => (median ?? 0) > 0.6)).toBe(true)
  })
})

const isOpen = (state: string): boolean => state === 'queued' || state === 'running'

/** The same weights for the same number of selfies: they are always the same person's. */
function trainingOnce(painter: Painter): Painter {
  const trained = new Map<string, Promise<Uint8Array>>()
  return {
    ...painter,
    train(selfies, fault) {
      const which = `${selfies.length} ${fault ?? ''}`
      const weights = trained.get(which) ?? painter.train(selfies, fault)
      trained.set(which, weights)
      return weights
    },
  }
}

async function send(emulator: Emulator, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${emulator.url}/_emulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(await response.text())
}

async function stateOf(emulator: Emulator) {
  // What our own emulator shows.
  return (await (await fetch(`${emulator.url}/_emulator/state`)).json()) as {
    jobs: { kind: string; state: string }[]
    files: number
  }
}
