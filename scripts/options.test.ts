import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'expect'
import { z } from 'zod'
import { testEach } from '#tests/support/each.ts'
import { root } from './start/root.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')))
const documents = ['README.md', 'docs/commands.md']
  .map((name) => readFileSync(`${root}/${name}`, 'utf8'))
  .join('')
/** The commands that README and docs/commands.md name and that are programs of ours, each with its file. */
const programs = [...documents.matchAll(/`npm (?:run )?(?:-s )?([\w:]+)/g)].flatMap(([, name = '']) => {
  const [, file] = /^node (\S+)$/.exec(scripts[name] ?? '') ?? []
  return file === undefined ? [] : [[name, file] as const]
})

// Each is not started: most load the whole product.
testEach(programs)('%s answers --help, as it reads its options by who does', (_name, file) => {
  expect(readFileSync(`${root}/${file}`, 'utf8')).toMatch(/\b(readOptions|readArguments)\(|help\b/i)
})

testEach([
  ['--help', { status: 0, stdout: expect.stringMatching(/^npm run db:generate -- --name/), stderr: '' }],
  ['-h', { status: 0, stdout: expect.stringMatching(/^npm run db:generate -- --name/), stderr: '' }],
  [
    '--no-such',
    { status: 1, stdout: '', stderr: "Unknown option '--no-such'. --help says what can be asked for.\n" },
  ],
  ['--name', { status: 1, stdout: '', stderr: expect.stringMatching(/^Option '--name.*argument missing/) }],
])('%s is answered in sentences', (option, expected) => {
  const ran = spawnSync(process.execPath, [`${root}/scripts/db-generate.ts`, option], { encoding: 'utf8' })
  expect(ran).toMatchObject(expected)
})
