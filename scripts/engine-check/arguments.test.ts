import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expect } from 'expect'
import { readArguments, UsageError } from './arguments.ts'

const folder = mkdtempSync(join(tmpdir(), 'arguments-'))
const key = join(folder, 'key')
writeFileSync(key, 'a-key\n')
const empty = join(folder, 'empty')
writeFileSync(empty, '\n')
after(() => rmSync(folder, { recursive: true }))

const line = (...options: string[]) => ['--selfies', 'noor', ...options]
const COG = line('--engine', 'cog', '--address', 'http://gpu:5000/', '--key-file', key)

test('each engine has its own options, and addresses lose their last slash', () => {
  expect(readArguments(COG)).toMatchObject({
    engine: 'cog',
    address: 'http://gpu:5000',
    'key-file': 'a-key',
    weights: 'flux-2-klein-4b',
    pictures: 2,
    json: false,
  })
  expect(readArguments(line('--engine', 'bfl', '--key-file', key))).toMatchObject({
    address: 'https://api.eu.bfl.ai',
  })
  expect(readArguments(line('--engine', 'studio', '--json'))).toMatchObject({ json: true })
  expect(readArguments(['--help'])).toBeNull()
})

for (const [args, said] of [
  [['--engine', 'midjourney'], /--engine is none of studio, cog/],
  [['--engine', 'studio'], /--selfies is missing/],
  [line('--engine', 'cog', '--key-file', key), /--address is no http address/],
  [line('--engine', 'bfl'), /--key-file is missing/],
  [line('--engine', 'bfl', '--key-file', join(folder, 'none')), /cannot be read/],
  [line('--engine', 'bfl', '--key-file', empty), /names an empty file/],
  [line('--engine', 'studio', '--trainer', 'x'), /--trainer belongs to another engine/],
  [line('--engine', 'replicate', '--key-file', key, '--trainer', 'owner/name'), /--trainer is not OWNER/],
  [[...COG, '--address', 'http://me:secret@gpu:5000'], /must hold no name or password/],
  [[...COG, '--pictures', '0'], /--pictures is no whole number from 1 to 12/],
  [[...COG, '--colour'], /Unknown option '--colour'/],
] as const) {
  test(`${args.slice(-2).join(' ').replaceAll(folder, '')} is refused in one sentence`, () => {
    expect(() => readArguments(args)).toThrow(UsageError)
    expect(() => readArguments(args)).toThrow(said)
  })
}
