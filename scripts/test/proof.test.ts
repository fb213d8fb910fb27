import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { createProof, filesOf, lockedVersions, STUDIO_INPUTS } from './proof.ts'

const folder = mkdtempSync(join(root, 'node_modules/.proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('what is kept of a step that passed', () => {
  const file = join(folder, 'input.ts')
  const keptIn = join(mkdtempSync(join(tmpdir(), 'proof-')), 'proven.json')
  afterAll(() => rmSync(dirname(keptIn), { recursive: true }))
  const proof = (command = 'run', packages: string[] = []) =>
    createProof('step', command, { paths: [folder.slice(root.length + 1)], packages }, keptIn)
  beforeEach(() => {
    rmSync(keptIn, { force: true })
    writeFileSync(file, "import 'zod'\n")
    proof().keep(7)
  })

  test('is known of the same files, packages and command', () => {
    expect(proof().passed()).toBe(7)
  })

  test('is not known before', () => {
    rmSync(keptIn)
    expect(proof().passed()).toBeNull()
  })

  test.each<[string, () => ReturnType<typeof proof>]>([
    ['a changed file', () => (writeFileSync(file, "import 'zod'\n\n"), proof())],
    ['a new file', () => (writeFileSync(join(folder, 'new.json'), '{}'), proof())],
    ['another command', () => proof('run otherwise')],
    ['one more package', () => proof('run', ['expect'])],
  ])('is worth nothing with %s', (_case, changed) => {
    expect(changed().passed()).toBeNull()
    rmSync(join(folder, 'new.json'), { force: true })
  })

  test('leaves other steps and other kinds of machine alone, and is written when it is news', () => {
    const others = {
      one: { 'plan9-sparc': { digest: 'x', passed: 1 } },
      step: { 'plan9-sparc': { digest: 'y', passed: 2 } },
    }
    writeFileSync(keptIn, JSON.stringify(others))
    expect(proof().keep(0)).toBe(false)
    expect(proof().keep(8)).toBe(true)
    expect(proof().keep(9)).toBe(false)
    expect(proof().passed()).toBe(8)
    expect(JSON.parse(readFileSync(keptIn, 'utf8'))).toMatchObject(others)
  })

  test('is of the inputs as they were before the step', () => {
    rmSync(keptIn)
    const before = proof()
    writeFileSync(file, 'changed while it ran\n')
    before.keep(7)
    expect(proof().passed()).toBeNull()
  })
})

test('the versions of packages are those that Node would find, with all they need', () => {
  const lock = {
    packages: {
      'node_modules/a': {
        version: '1.0.0',
        dependencies: { b: '*' },
        optionalDependencies: { missing: '*' },
      },
      'node_modules/a/node_modules/b': { version: '2.0.0', peerDependencies: { '@s/c': '*' } },
      'node_modules/b': { version: '3.0.0' },
      'node_modules/@s/c': { version: '4.0.0', dependencies: { a: '*' } },
      'node_modules/unrelated': { version: '5.0.0' },
    },
  }
  expect(lockedVersions(lock, ['a'])).toEqual([
    'node_modules/@s/c 4.0.0',
    'node_modules/a 1.0.0',
    'node_modules/a/node_modules/b 2.0.0',
  ])
})

test('the studio and the drawn cast reach for nothing outside of what they are said to depend on', () => {
  const { paths } = STUDIO_INPUTS
  const isInside = (target: string) => paths.some((path) => target === path || target.startsWith(`${path}/`))
  const outside = filesOf(STUDIO_INPUTS)
    // The report is a program that measures, no part of what the tests run.
    .filter((file) => /\.ts$/.test(file) && !file.startsWith('studio/report/'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['"`](#|\.\.?\/)([^'"`\n]+\.\w+)['"`]/g)]
        .map(([, start, rest = '']) => (start === '#' ? rest : join(dirname(file), `${start}${rest}`)))
        .filter((target) => !isInside(target))
        .map((target) => `${file} → ${target}`),
    )
  expect(outside).toEqual([])
})
