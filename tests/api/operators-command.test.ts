import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { OPERATOR_COMMANDS } from '#contract/operator-commands.ts'
import { OperatorAnswer, operatorEndpoints } from '#contract/operators.ts'
import { readArguments } from '#scripts/ops/arguments.ts'
import { UsageError } from '#scripts/ops/commands.ts'
import { tableOf } from '#scripts/ops/print.ts'
import { root } from '#scripts/start/root.ts'
import { CODE_CACHE, QUICK_START } from '#tests/support/backend-start.ts'
import { testEach } from '#tests/support/each.ts'
import { SHORT_LIVED, embeddedEnvironment, errorOf, startBackend } from './support/backend.ts'
import { idToken } from './support/identity.ts'

const OPERATOR_SECRET = 'what-operators-of-this-test-prove-themselves-by'

describe('a command line', () => {
  testEach([
    ['find Anna Muster', { text: 'Anna Muster' }],
    ['show k7q2x-94md0 --json', { order: 'k7q2x-94md0' }],
    ['inbox --all', { all: true }],
    ['audit --limit 3', { limit: '3' }],
    ['refund A --why asked', { order: 'A', why: 'asked', by: 'root' }],
    [
      'refund A --amount 12.50 --why asked --by anna',
      { order: 'A', amount: '12.50', why: 'asked', by: 'anna' },
    ],
    ['pause refunds --why=looking --by=anna', { name: 'refunds', why: 'looking', by: 'anna' }],
    [
      'accept-correction 7d0e8e0e-2f6a-4f57-9f27-0f2c54f1e6a1 --set phone= --set postcode=8005 --why moved',
      {
        id: '7d0e8e0e-2f6a-4f57-9f27-0f2c54f1e6a1',
        set: { phone: null, postcode: '8005' },
        why: 'moved',
        by: 'root',
      },
    ],
  ] as const)('%s', (line, body) => {
    expect(readArguments(line.split(' '), 'root')).toMatchObject({ kind: 'ask', body })
  })

  testEach([
    ['lend', 'There is no command "lend"'],
    ['find', '"find" needs to be told the text'],
    ['inbox now', '"inbox" takes nothing after its name'],
    ['refund A', '"refund" changes something: say why'],
    ['find a --wide', "Unknown option '--wide'"],
    ['done 12 --why so', 'id: '],
    ['refund A --amount 12.5 --why so', 'amount: is no amount such as 2.50'],
    ['refund A --amount -1 --why so', "'--amount' argument is ambiguous"],
    ['audit --limit many', 'limit: '],
  ])('%s is refused in a sentence', (line, said) => {
    expect(() => readArguments(line.split(' '))).toThrow(UsageError)
    expect(() => readArguments(line.split(' '))).toThrow(said)
  })

  testEach(OPERATOR_COMMANDS.map(({ name }) => [name]))('%s has its help', (name) => {
    expect(readArguments([name, '--help'])).toMatchObject({ kind: 'help', command: { name } })
  })

  test('rows become a table, and what people wrote stays in its line', () => {
    const rows = [
      { at: 'now', text: 'first\n  second' },
      { at: null, text: 'short', further: 1 },
    ]
    expect(tableOf({ outcome: 'done', rows, note: 'Two.' })).toEqual([
      ...['Two.', '', 'at   text          further'],
      ...['now  first second  -', '-    short         1'],
    ])
  })
})

describe('the command beside a product, and without one', () => {
  let backend: Awaited<ReturnType<typeof startBackend>>
  let environment: Record<string, string>
  before(async () => {
    backend = await startBackend({ OPERATOR_SECRET })
    await backend.app.listen({ host: '127.0.0.1', port: 0 })
    const address = backend.app.server.address() as AddressInfo
    environment = {
      ...embeddedEnvironment(backend.dataDir, process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? ''),
      OPERATOR_SECRET,
      BACKEND_URL: `http://127.0.0.1:${address.port}`,
    }
  })
  after(() => backend.close())

  const run = (script: string, args: readonly string[], env: Record<string, string>) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const { PATH = '', HOME = '' } = process.env
      const options = { cwd: root, env: { NODE_ENV: 'test' as const, PATH, HOME, ...CODE_CACHE, ...env } }
      execFile(process.execPath, [SHORT_LIVED, QUICK_START, script, ...args], options, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err }),
      )
    })
  const ops = (args: readonly string[], env = environment) => run('scripts/ops.ts', args, env)
  const commandsOf = (out: string) => {
    const answer = OperatorAnswer.parse(JSON.parse(out))
    return answer.outcome === 'done' ? answer.rows.map((row) => `${row['command']} ${row['subject']}`) : []
  }

  test('the running API is asked, and refuses another secret in a sentence', async () => {
    const paused = await ops(['pause', 'refunds', '--why', 'Stripe is away', '--by', 'anna'])
    expect(paused).toEqual({ code: 0, out: 'refunds is paused until it is resumed.\n', err: '' })
    const again = await ops(['pause', 'refunds', '--why', 'Stripe is away'])
    expect(again).toEqual({ code: 1, out: '', err: 'refunds is paused already.\n' })
    const stranger = await ops(['audit'], { ...environment, OPERATOR_SECRET: `${OPERATOR_SECRET}-not` })
    expect(stranger).toMatchObject({ code: 1, out: '' })
    expect(stranger.err).toMatch(/^The API at \S+ does not take this OPERATOR_SECRET\.\n$/)
    const keyless = await ops(['audit'], { ...environment, OPERATOR_SECRET: '' })
    expect(keyless).toMatchObject({ code: 1, out: '' })
    expect(keyless.err).toMatch(/^The product runs on this data folder[^\n]*\n$/)
  })

  test('without a product the database is asked, with its environment or by the data folder alone', async () => {
    await backend.stop()
    for (const env of [environment, { DATA_DIR: backend.dataDir }]) {
      const { code, out } = await ops(['audit', '--json'], env)
      expect({ code, commands: commandsOf(out) }).toEqual({ code: 0, commands: ['pause refunds'] })
    }
    const migrated = await run('scripts/migrate.ts', [], { DATA_DIR: backend.dataDir })
    expect(migrated).toMatchObject({ code: 0, err: '' })
    expect(migrated.out).toMatch(/^The database has all \d+ migrations/)
    const kept = { DATA_DIR: backend.dataDir, BACKUP_KEY: 'b'.repeat(64) }
    const backedUp = await run('scripts/backup.ts', ['--to', join(backend.dataDir, 'kept')], kept)
    expect(backedUp).toMatchObject({ code: 0, err: '' })
  })

  test('where nothing was started yet, one sentence says so', async () => {
    const { code, err } = await ops(['inbox'], { DATA_DIR: '/nonexistent/folder' })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Nothing was started yet in /nonexistent/folder: "npm start" makes it, or DATA_DIR names another folder.\n',
    })
  })
})

describe('the door of operators', () => {
  const knock = ({ app }: Awaited<ReturnType<typeof startBackend>>, authorization: string) =>
    app.inject({
      method: 'POST',
      url: operatorEndpoints.operatorInbox.path,
      headers: { authorization },
      payload: {},
    })

  test('does not exist without a secret and a list', async () => {
    const backend = await startBackend()
    try {
      for (const authorization of ['', 'undefined', OPERATOR_SECRET]) {
        const answer = errorOf(await knock(backend, authorization))
        expect(answer).toEqual({ status: 404, code: 'route_not_found' })
      }
    } finally {
      await backend.close()
    }
  })

  test('opens to the accounts of a list alone where no secret is set', async () => {
    const backend = await startBackend({ OPERATORS: 'Carla@example.org, berta@example.org' })
    try {
      for (const given of ['undefined', OPERATOR_SECRET])
        expect(errorOf(await knock(backend, given))).toEqual({ status: 401, code: 'token_invalid' })
      const listed = await knock(backend, idToken('carla', { usedSecondFactor: true }))
      expect(listed.statusCode).toBe(200)
      const other = errorOf(await knock(backend, idToken('anna', { usedSecondFactor: true })))
      expect(other).toEqual({ status: 404, code: 'route_not_found' })
    } finally {
      await backend.close()
    }
  })
})
