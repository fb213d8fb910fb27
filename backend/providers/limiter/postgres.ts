import { createHash } from 'node:crypto'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createMemoryLimiter, refusalOf } from './memory.ts'
import type { Limiter, RateRule } from './port.ts'

const TABLE = 'rate_counts'
/** One number for all: processes that start together take turns at making the table. */
const TABLE_LOCK = 7_203_512
/** A count that takes longer is not worth waiting for. */
const COUNT_TIMEOUT_MS = 2000
const CONNECTIONS = 4

export interface PostgresLimiterOptions<Rule extends string> {
  url: string
  rules: Readonly<Record<Rule, RateRule>>
  /** Hears of every count that had to be kept by this process alone. */
  onError: (error: unknown) => void
}

/**
 * Counts in PostgreSQL, for all processes on it. The table is unlogged and outside the migrations: what it holds is
 * worth a minute, so a crash of the server may empty it. Keys are stored as hashes: they name persons and addresses.
 */
export async function createPostgresLimiter<Rule extends string>(
  options: PostgresLimiterOptions<Rule>,
): Promise<Limiter<Rule>> {
  const { url, rules, onError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: COUNT_TIMEOUT_MS,
    query_timeout: COUNT_TIMEOUT_MS,
  })
  pool.on('error', onError)
  await createTable(url)

  const counters = new Map<Rule, RateLimiterPostgres>()
  const counterOf = (rule: Rule): RateLimiterPostgres => {
    const known = counters.get(rule)
    if (known) return known
    const { limit, windowSeconds } = rules[rule]
    const counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      keyPrefix: rule,
      points: limit,
      duration: windowSeconds,
      // Who used up a limit is refused from memory, so that asking on and on costs the database nothing.
      inMemoryBlockOnConsumed: limit,
      // They share the table: one clears what has expired.
      clearExpiredByTimeout: counters.size === 0,
    })
    counters.set(rule, counter)
    return counter
  }
  const alone = createMemoryLimiter(rules)

  return {
    async count(rule, key) {
      try {
        const seconds = await refusalOf(counterOf(rule).consume(hashOf(key)))
        if (seconds !== null) await alone.block(rule, key, seconds)
        return seconds
      } catch (error) {
        onError(error)
        return alone.count(rule, key)
      }
    },
    look: (rule, key) => alone.look(rule, key),
    close: () => pool.end(),
  }
}

async function createTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [TABLE_LOCK])
    await client.query(
      `create unlogged table if not exists ${TABLE} (key varchar(255) primary key, points integer not null, expire bigint)`,
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
