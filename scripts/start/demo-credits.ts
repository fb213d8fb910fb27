import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'

/**
 * Gives the demo account the credits of a first bundle, so that a newcomer may skip the card; once, when the database
 * is created, before the backend opens it.
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
