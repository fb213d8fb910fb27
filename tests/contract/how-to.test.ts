import { expect } from 'expect'
import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { test } from 'node:test'
import { root } from '#scripts/start/root.ts'
import { testEach } from '#tests/support/each.ts'
import { ADDITIONS, type Addition } from './how-to-additions.ts'

/** What is type-checked of the copy, and what that reads. */
const CHECKED = [
  'app',
  'backend',
  'components',
  'contract',
  'lib',
  'middleware.ts',
  'scripts/mails',
  'tests/support/messages.ts',
]
const COPIED = [
  ...CHECKED,
  'docs',
  'messages',
  'scripts',
  'studio',
  'emulators',
  'tests/cast',
  'package.json',
]
const MISTAKE = 'contract/mistake.ts'

const sections = readFileSync(join(root, 'docs/how-to.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const steps = lines.filter((line) => /^\d+\. /.test(line))
    return { heading, text: section, steps }
  })

const rows = sections.map((section) => [section.heading, section] as const)

/** Files and patterns in backquotes. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, path = '']) => (/[\w*]\.[a-z]+$/.test(path) ? [path] : []))
const globOf = (path: string) => path.replaceAll('[', '[[]').replace('[[]locale]', '[[]locale[]]')

test('each kind of addition has its list, and one of it to try the list with', () => {
  expect(sections.map(({ heading }) => heading)).toEqual(Object.keys(ADDITIONS))
  expect(sections.map(({ steps }) => steps.length > 2)).toEqual(sections.map(() => true))
})

testEach(rows)('%s: what is named is there, but for what is added', (_heading, { text }) => {
  const named = pathsIn(text).filter((path) => !path.includes('NAME'))
  expect(named.filter((path) => globSync(globOf(path), { cwd: root }).length === 0)).toEqual([])
})

testEach(rows)('%s: the list names the files that are touched, and no others', (heading, { steps }) => {
  const touched = [...new Set(ADDITIONS[heading]?.map(({ file }) => file))]
  const named = steps.flatMap((step) => pathsIn(step))
  expect(
    touched.filter((file) => !named.some((path) => file === path || matchesGlob(file, globOf(path)))),
  ).toEqual([])
  const byHand = steps
    .filter((step) => !/^\d+\. Run /.test(step))
    .flatMap((step) => pathsIn(step).slice(0, 1))
  const isTouched = (path: string) => touched.some((file) => file === path || matchesGlob(file, globOf(path)))
  expect(byHand.filter((path) => !isTouched(path))).toEqual([])
})

test('with what the lists name, one of each kind compiles', async (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'how-to-'))
  t.after(() => rmSync(copy, { recursive: true, force: true }))
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const languages = (addition: Addition) => ('copyOf' in addition ? 1 : 0)
  for (const addition of Object.values(ADDITIONS)
    .flat()
    .sort((a, b) => languages(a) - languages(b)))
    add(copy, addition)
  // A check that sees nothing would be content with everything.
  writeFileSync(join(copy, MISTAKE), 'export const mistake: string = 1\n')
  writeFileSync(
    join(copy, 'global.d.ts'),
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  )
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>
  }
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined },
      include: [...CHECKED, 'global.d.ts'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    }),
  )
  const complaints = (await typeCheck(copy)).split('\n').filter((line) => / error TS\d+: /.test(line))
  expect(complaints).toEqual([expect.stringMatching(new RegExp(`^${MISTAKE}\\(1,14\\): error TS2322`))])
})

function add(copy: string, addition: Addition): void {
  const path = join(copy, addition.file)
  if ('create' in addition || 'copyOf' in addition) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'create' in addition ? addition.create : readFileSync(join(copy, addition.copyOf)))
    return
  }
  const text = readFileSync(path, 'utf8')
  const from = 'after' in addition ? addition.after : addition.from
  if (!text.includes(from)) throw new Error(`${addition.file} has no ${JSON.stringify(from)}`)
  const to = 'after' in addition ? `${from}\n${addition.add}` : addition.to
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

/** What the compiler says; it ends with an error when it says anything. */
function typeCheck(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, '--project', folder, '--pretty', 'false'],
      { cwd: folder },
      (_error, stdout) => resolve(stdout),
    )
  })
}
