import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'

/** Of a release's folder. */
export const MIGRATIONS = 'backend/providers/database/migrations'
/** Of the tree, what no process of the backend needs, or shares with this one. */
const LEFT_OUT = new Set([
  '.data',
  '.git',
  '.next',
  'app',
  'components',
  'docs',
  'node_modules',
  'out',
  'public',
])
const Journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })),
})

/** What a next release may bring, by the rules of migrations: a busy table gets a column, and then an index beside calls. */
const NEXT_MIGRATIONS = [
  ['drill_column', 'ALTER TABLE "payments" ADD COLUMN "drill_note" text;'],
  [
    'drill_column_online',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_by_drill_note" ON "payments" ("drill_note");',
  ],
] as const

/** Writes this release's code with two migrations more to `folder`, as the release after it. */
export async function makeNextRelease(folder: string): Promise<void> {
  await cp(root, folder, {
    recursive: true,
    filter: (path) =>
      basename(path) !== 'node_modules' && (dirname(path) !== root || !LEFT_OUT.has(basename(path))),
  })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, MIGRATIONS, 'meta/_journal.json')
  const journal = Journal.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const [name, sql] of NEXT_MIGRATIONS) {
    const last = journal.entries.at(-1)
    if (!last) throw new Error('no migrations')
    const idx = last.idx + 1
    const tag = `${String(idx).padStart(4, '0')}_${name}`
    await writeFile(join(folder, MIGRATIONS, `${tag}.sql`), `${sql}\n`)
    journal.entries.push({ ...last, idx, tag, when: last.when + 1 })
  }
  await writeFile(file, JSON.stringify(journal))
}
