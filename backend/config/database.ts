import { z } from 'zod'
import { choice, count, dataDir, text } from './fields.ts'

export const Database = z.discriminatedUnion(
  'DATABASE',
  [
    z
      .object({ DATABASE: z.literal('pglite'), DATA_DIR: dataDir })
      .transform((env) => ({ kind: 'pglite' as const, dataDir: env.DATA_DIR })),
    z
      .object({
        DATABASE: z.literal('postgres'),
        DATABASE_URL: text.describe(
          'Address of a PostgreSQL 15 or newer: `postgres://user:password@host/name`.',
        ),
        DATABASE_CONNECTIONS: count(200)
          .default(10)
          .describe('Connections of one process for its calls; six more serve its jobs, four its limits.'),
      })
      .transform((env) => ({
        kind: 'postgres' as const,
        url: env.DATABASE_URL,
        maxConnections: env.DATABASE_CONNECTIONS,
      })),
  ],
  choice('pglite', 'postgres'),
)
