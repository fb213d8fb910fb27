import { eq } from 'drizzle-orm'
import type { GeneratedFileKind, Verification } from '#contract/verification.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'

const { generatedFiles } = tables

const NOT_OURS: Verification = { isOurs: false, kind: null, madeOn: null }

/** Keeps the hash of a generated file for good, in the transaction that keeps the file. A repeat changes nothing. */
export async function recordGenerated(tx: Queries, kind: GeneratedFileKind, sha256: string): Promise<void> {
  const madeOn = new Date().toISOString().slice(0, 10)
  await tx.insert(generatedFiles).values({ sha256, kind, madeOn }).onConflictDoNothing()
}

export type Provenance = ReturnType<typeof createProvenance>

export function createProvenance({ database }: { database: Database }) {
  return {
    /** @param sha256 lower-case hex */
    async verify(sha256: string): Promise<Verification> {
      const [row] = await database.queries
        .select({ kind: generatedFiles.kind, madeOn: generatedFiles.madeOn })
        .from(generatedFiles)
        .where(eq(generatedFiles.sha256, sha256))
      return row ? { isOurs: true, ...row } : NOT_OURS
    },
  }
}
