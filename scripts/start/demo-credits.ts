import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'

/**
 * Gives the ready account what a first bundle costs, so that a newcomer may skip the card; once, as the database is made,
 * and before the backend has it for itself.
 */
export async function grantDemoCredits(dataDir: string, uid: string): Promise<void> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder)) return
  const database = await createPgliteDatabase({ folder })
  try {
    await database.transaction((tx) =>
      grantCredits(tx, { uid, amount: FIRST_BUNDLE_CREDITS, reason: 'granted', key: 'demo' }),
    )
  } finally {
    await database.close()
  }
}
