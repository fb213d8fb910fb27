import { afterAll, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'node-reporter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const Report = z.looseObject({ failures: z.array(z.object({ file: z.string(), title: z.string() })) })

/** Without what makes a process one of the runner's own, as this one is. */
const { NODE_TEST_CONTEXT: _, ...environment } = process.env

/** Runs one file of tests with Node's runner. */
function report(name: string, body: string) {
  const file = join(folder, `${name}.test.mjs`)
  const reportFile = join(folder, `${name}.json`)
  writeFileSync(file, `import { before, describe, test } from 'node:test'\n${body}\n`)
  const reporter = join(root, 'scripts/test/node-reporter.ts')
  const { stdout } = spawnSync(
    process.execPath,
    ['--test', '--test-timeout=20000', `--test-reporter=${reporter}`, file],
    { cwd: folder, encoding: 'utf8', env: { ...environment, NODE_TEST_REPORT_FILE: reportFile } },
  )
  const { failures, ...counts } = Report.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  return { failures, counts, output: stdout }
}

const passing = "test('one', () => {})"
const failing = "test('two', () => { throw new Error('it is broken') })"

test.each([
  ['tests in and out of a suite', `describe('s', () => { ${passing} }); ${passing}`, 2, 0, 0],
  ['a failed one, once though in a suite', `${passing}; describe('s', () => { ${failing} })`, 1, 1, 0],
  [
    'all tests of a preparation that failed',
    `before(() => { throw new Error('it is broken') }); ${passing}; ${passing}`,
    0,
    2,
    0,
  ],
  ['a file that does not load', "throw new Error('it is broken')", 0, 1, 0],
  ['a file without tests', '', 0, 1, 0],
  [
    'one that never ends',
    "test('never', { timeout: 50 }, () => new Promise(() => setTimeout(() => {}, 500)))",
    0,
    1,
    0,
  ],
  [
    'a process that ends in the middle',
    `${passing}; test('two', () => process.exit(0)); ${passing}`,
    0,
    1,
    0,
  ],
  ['one that is left out', "test.skip('later', () => {})", 0, 0, 1],
])('%s', (name, body, passed, failed, skipped) => {
  const { counts, output } = report(name.replace(/\W/g, '-'), body)
  expect(counts).toEqual({ passed, failed, skipped })
  expect(output).toContain(failed > 0 ? 'FAIL' : 'PASS')
  if (body.includes('it is broken')) expect(output).toContain('it is broken')
})

test.each([
  [
    'an error after its test',
    "test('one', () => { setTimeout(() => Promise.reject(new Error('it is late')), 20) })",
    /it is late[\s\S]+ended with exit code 1/,
  ],
  [
    'an exit code of its own',
    `${passing}; process.on('exit', () => { process.exitCode = 3 })`,
    /ended with exit code 3/,
  ],
  ['a signal', `${passing}; setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)`, /ended by SIGKILL/],
])('a process that ends badly after its tests says how: %s', (name, body, told) => {
  const { counts, output } = report(`ends-by-${name.replace(/\W/g, '-')}`, body)
  expect(counts.failed).toBe(1)
  expect(output).toMatch(told)
})

test('files that share a process are told of each by itself', () => {
  const { counts, failures, output } = report(
    'together',
    `describe('a.test.ts', () => { describe('s', () => { ${passing} }); ${passing} })
     describe('b.test.ts', () => { ${passing}; ${failing} })
     describe('c.test.ts', () => {})
     describe('d.test.ts', () => { before(() => { throw new Error('nothing is prepared') }); ${passing}; ${passing} })`,
  )
  expect(counts).toEqual({ passed: 3, failed: 4, skipped: 0 })
  expect(failures.map(({ file, title }) => `${file}: ${title}`)).toEqual([
    'b.test.ts: two',
    'c.test.ts: there is no test in it',
    'd.test.ts: one',
    'd.test.ts: one',
    'd.test.ts: d.test.ts',
  ])
  const [verdicts = '', ...told] = output.split('●')
  expect(verdicts.match(/(PASS|FAIL) [abcd]/g)).toEqual(['PASS a', 'FAIL b', 'FAIL c', 'FAIL d'])
  expect(told.map((text) => /\S+/.exec(text)?.[0])).toEqual(['b.test.ts', 'c.test.ts', 'd.test.ts'])
  expect(told[0]).toContain('it is broken')
  expect(told[2]).toContain('nothing is prepared')
})
