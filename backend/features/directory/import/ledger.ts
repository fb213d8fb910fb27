import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

const { directoryImports: imports, directoryRejects, directorySeen, directoryStagedNames } = tables

export const Counts = z.object({
  /** Records of the file. */
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  /** No longer in the source: places withdrawn, listings deleted. */
  removed: z.int(),
  /** Removed on request, and not imported again. */
  suppressed: z.int(),
  rejected: z.int(),
  /** Taken, but for a part that is no good. */
  trimmed: z.int(),
  skipped: z.int(),
})
export type Counts = z.infer<typeof Counts>
/** Counts for each kind of source. */
export const AllCounts = z.record(z.string(), Counts)
export type AllCounts = z.infer<typeof AllCounts>

export const NO_COUNTS: Counts = {
  read: 0,
  added: 0,
  changed: 0,
  removed: 0,
  suppressed: 0,
  rejected: 0,
  trimmed: 0,
  skipped: 0,
}

/** Rejects of each file that are listed; the rest is counted. */
export const REJECTS_LISTED_MAX = 10_000
const REJECTS_PER_PAGE = 500

export interface Reject {
  file: string
  line: number
  reason: string
  excerpt: string
}

/** Another process has taken the import over. */
export class ImportTakenOverError extends Error {
  override readonly name = 'ImportTakenOverError'
}

/** The state of an import. */
export interface Run {
  id: string
  owner: string
  startedAt: Date
  /** The current step, and how many of its records are committed; a killed import resumes there. */
  step: string
  position: number
  counts: AllCounts
  isResumed: boolean
}

/** The result of a batch; its counts are added to those of its kind. */
export interface BatchOutcome {
  kind?: string
  counts?: Partial<Counts>
  rejects?: readonly Reject[]
  /** The start of the next batch. */
  step: string
  position: number
}

/** The book of imports: each batch is one transaction with the place where the next begins. */
export function createLedger({ database }: { database: Database }) {
  return {
    /** Goes on with an import of the same files that was killed, or begins one; any other that is open is given up. */
    async open(digest: string, firstStep: string): Promise<Run> {
      const owner = randomUUID()
      return database.transaction(async (tx) => {
        // Two that begin at once take turns.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('directory import', 0))`)
        const [open] = await tx.select().from(imports).where(eq(imports.state, 'running')).for('update')
        if (open?.digest === digest) {
          await tx.update(imports).set({ owner }).where(eq(imports.id, open.id))
          return { ...open, owner, counts: AllCounts.parse(open.counts), isResumed: true }
        }
        if (open) await tx.update(imports).set({ state: 'abandoned' }).where(eq(imports.id, open.id))
        await clear(tx)
        const run = { id: randomUUID(), owner, digest, step: firstStep, position: 0, startedAt: new Date() }
        await tx.insert(imports).values({ ...run, state: 'running', counts: {} })
        return { ...run, counts: {}, isResumed: false }
      })
    },

    /**
     * Runs one batch: its rows and the next position are committed together, or neither.
     * @throws ImportTakenOverError when another process has taken the import over
     */
    async commit(run: Run, batch: (tx: Queries) => Promise<BatchOutcome>): Promise<void> {
      await database.transaction(async (tx) => {
        const [held] = await tx.select().from(imports).where(eq(imports.id, run.id)).for('update')
        if (held?.owner !== run.owner || held.state !== 'running') {
          throw new ImportTakenOverError('another import has begun')
        }
        const { kind, counts = {}, rejects = [], step, position } = await batch(tx)
        if (rejects.length > 0) {
          const rows = rejects.map((reject) => ({ importId: run.id, ...reject }))
          await tx.insert(directoryRejects).values(rows).onConflictDoNothing()
        }
        if (kind !== undefined) run.counts = { ...run.counts, [kind]: add(run.counts[kind], counts) }
        Object.assign(run, { step, position })
        await tx.update(imports).set({ step, position, counts: run.counts }).where(eq(imports.id, run.id))
      })
    },

    async finish(run: Run): Promise<void> {
      await database.transaction(async (tx) => {
        await clear(tx)
        await tx
          .update(imports)
          .set({ state: 'finished', finishedAt: new Date() })
          .where(and(eq(imports.id, run.id), eq(imports.owner, run.owner)))
      })
    },

    /** Every line that was not taken whole, by file and line. */
    async *rejects(run: Run): AsyncGenerator<Reject> {
      const { importId, file, line, reason, excerpt } = directoryRejects
      let last: Reject | undefined
      for (;;) {
        const after = last && or(gt(file, last.file), and(eq(file, last.file), gt(line, last.line)))
        const page: Reject[] = await database.queries
          .select({ file, line, reason, excerpt })
          .from(directoryRejects)
          .where(and(eq(importId, run.id), after))
          .orderBy(asc(file), asc(line))
          .limit(REJECTS_PER_PAGE)
        yield* page
        last = page.at(-1)
        if (page.length < REJECTS_PER_PAGE) return
      }
    },
  }
}

/** Clears the tables that an import needs only while it runs. */
async function clear(tx: Queries): Promise<void> {
  await tx.execute(sql`truncate ${directorySeen}, ${directoryStagedNames}`)
}

function add(held: Counts = NO_COUNTS, more: Partial<Counts>): Counts {
  const sum = { ...held }
  for (const name of Counts.keyof().options) sum[name] += more[name] ?? 0
  return sum
}
