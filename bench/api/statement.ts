import { processingOf } from '#backend/features/processing/processing.ts'
import pg from 'pg'
import { z } from 'zod'
import { createOverview } from '#backend/features/overview/overview-service.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { seededUid } from '#scripts/seed/rows.ts'
import { rethrow } from './server.ts'

/** The SQL statement behind the call, as sent to PostgreSQL. */
export async function statementOf(databaseUrl: string, folder: string) {
  const uid = seededUid(1)
  const database = await createPostgresDatabase({ url: databaseUrl, onError: rethrow })
  const storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const Asked = z.tuple([z.object({ name: z.string(), text: z.string() }), z.array(z.unknown())])
  const asked: z.infer<typeof Asked>[] = []
  const genuine: unknown = Reflect.get(pg.Client.prototype, 'query')
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]): unknown {
    const parsed = Asked.safeParse(given.slice(0, 2))
    if (parsed.success) asked.push(parsed.data)
    const answer: unknown = typeof genuine === 'function' ? Reflect.apply(genuine, this, given) : undefined
    return answer
  })
  await createOverview({ database, storage, processing: processingOf([], { kind: 'files' }) }).persons(uid)
  Reflect.set(pg.Client.prototype, 'query', genuine)
  await database.close()
  const [only, another] = asked
  if (!only || another) throw new Error('the overview is no longer one statement')
  return { url: databaseUrl, ...only[0], values: only[1], uid }
}
