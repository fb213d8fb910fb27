import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'

const IMPORTS = '.dependency-cruiser.mjs'
const FOLDERS = '.dependency-cruiser.folders.mjs'

const root = process.cwd()
let house: string

before(async () => {
  house = await mkdtemp(join(tmpdir(), 'house-'))
  for (const file of [IMPORTS, FOLDERS, 'package.json', 'tsconfig.json']) {
    await cp(join(root, file), join(house, file))
  }
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'))
})

after(() => rm(house, { recursive: true }))

/**
 * Writes the files into an otherwise empty folder, cruises it with one of the project's tables and deletes it again.
 */
async function cruise(
  files: Record<string, string>,
  rules: typeof IMPORTS | typeof FOLDERS = IMPORTS,
): Promise<{ status: number | null; output: string[] }> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true })
    await writeFile(join(house, path), text)
  }
  const binary = join(root, 'node_modules/.bin/depcruise')
  const { status, stdout, stderr } = spawnSync(binary, ['.', '--config', rules], {
    cwd: house,
    encoding: 'utf8',
  })
  for (const path of Object.keys(files)) await rm(join(house, path))
  return { status, output: (stdout + stderr).split('\n') }
}

const anything = 'export const a = 1\n'

test('a tree that keeps to the rules passes', async () => {
  const { status, output } = await cruise({
    'contract/a.ts': anything,
    'lib/b.ts': "import { a } from '#contract/a.ts'\nexport const b = a\n",
    'tests/cast/c.ts': anything,
    'studio/golden/d.ts': "import { a } from '#tests/cast/c.ts'\nexport const d = a\n",
    'backend/features/persons/persons-service.ts': "import { a } from '#contract/a.ts'\nexport const b = a\n",
  })
  expect(output.join()).toContain('no dependency violations found')
  expect(status).toBe(0)
})

const violations: [what: string, from: string, target: string, rule: string][] = [
  ['the contract imports the backend', 'contract/b.ts', '#backend/features/a.ts', 'may-import: ^contract/'],
  ['the site imports the backend', 'lib/b.ts', '#backend/features/a.ts', 'may-import: ^lib/'],
  ['the backend imports the site', 'backend/http/b.ts', '#lib/a.ts', 'may-import: ^backend/(http|jobs)/'],
  ['the studio knows the product', 'studio/b.ts', '#contract/a.ts', 'may-import: ^studio/'],
  ['the studio draws its people itself', 'studio/c.ts', '#tests/cast/a.ts', 'may-import: ^studio/'],
  ['the studio reads its golden pictures', 'studio/d.ts', '#studio/golden/a.ts', 'may-import: ^studio/'],
  [
    'the report knows the product',
    'studio/report/b.ts',
    '#contract/a.ts',
    'may-import: ^studio/(golden/|report/)',
  ],
  [
    'an engine is made of a report',
    'backend/providers/engine/b.ts',
    '#studio/report/a.ts',
    'product-imports-no-tools',
  ],
  [
    'a feature reaches into its sibling',
    'backend/features/x/b.ts',
    '#backend/features/y/rows.ts',
    'sibling-feature-through-its-service',
  ],
  [
    'a provider borrows another provider',
    'backend/providers/queue/b.ts',
    '#backend/providers/storage/files.ts',
    'provider-keeps-to-its-own-port',
  ],
  ['the site knows an operator’s call', 'lib/o.ts', '#contract/operators.ts', 'browser-knows-no-operators'],
  [
    'a customer’s page knows the operators’ page',
    'components/account/o.ts',
    '#components/ops/a.ts',
    'browser-knows-no-operators',
  ],
  ['the product imports a tool', 'backend/main.ts', '#scripts/a.ts', 'product-imports-no-tools'],
  ['a file stands outside every layer', 'misc/b.ts', '#contract/a.ts', 'every-file-has-a-layer'],
]

describe('a tree that breaks every rule', () => {
  let status: number | null
  let lines: string[] = []
  before(async () => {
    const pairs = violations.flatMap(([, from, target]): [string, string][] => [
      [target.slice(1), anything],
      [from, `import { a } from '${target}'\nexport const b = a\n`],
    ])
    const { status: ended, output } = await cruise({
      ...Object.fromEntries(pairs),
      'contract/x.ts': "import { b } from './y.ts'\nexport const a = (): number => b()\n",
      'contract/y.ts': "import { a } from './x.ts'\nexport const b = (): number => a()\n",
    })
    status = ended
    lines = output
  })

  test('fails', () => {
    expect(status).not.toBe(0)
  })

  testEach(violations)('%s: the rule is named with both files', (_what, from, target, rule) => {
    expect(lines).toContainEqual(expect.stringContaining(`error ${rule}`))
    const told = lines.filter((line) => line.includes(`error ${rule}`))
    expect(told).toContainEqual(expect.stringContaining(`${from} → ${target.slice(1)}`))
  })

  test('a cycle is named', () => {
    expect(lines.join('\n')).toMatch(/error no-cycle: contract\/[xy]\.ts/)
  })
})

describe('folders', () => {
  const imports = (path: string) => `import { a } from '#${path}'\nexport const b = a\n`
  /** `bundles` knows `persons` already; of no two files here one knows the other in turn. */
  const below = {
    'components/persons/name.ts': anything,
    'components/bundles/list.ts': imports('components/persons/name.ts'),
    'components/bundles/state.ts': anything,
  }

  test('a ring of folders is refused, and every folder in it is named', async () => {
    const ring = { ...below, 'components/persons/page.ts': imports('components/bundles/state.ts') }
    expect((await cruise(ring)).status).toBe(0)
    const { status, output } = await cruise(ring, FOLDERS)
    expect(status).not.toBe(0)
    expect(output.join('\n')).toMatch(
      /error no-ring-of-folders: components\/persons → \s+components\/bundles →\s+components\/persons/,
    )
  })

  test('a ring of three is refused', async () => {
    const ring = {
      'lib/a/one.ts': imports('lib/b/two.ts'),
      'lib/b/two.ts': anything,
      'lib/b/three.ts': imports('lib/c/four.ts'),
      'lib/c/four.ts': anything,
      'lib/c/five.ts': imports('lib/a/six.ts'),
      'lib/a/six.ts': anything,
    }
    const { status, output } = await cruise(ring, FOLDERS)
    expect(status).not.toBe(0)
    expect(output.filter((line) => line.includes('error no-ring-of-folders'))).toHaveLength(3)
  })

  test('a folder may import another one, folders inside it, and in its tests any', async () => {
    const { status } = await cruise(
      {
        ...below,
        'components/persons/persons.test.ts': imports('components/bundles/state.ts'),
        'components/persons/form/field.ts': imports('components/persons/name.ts'),
        'components/persons/form.ts': imports('components/persons/form/field.ts'),
      },
      FOLDERS,
    )
    expect(status).toBe(0)
  })
})
