import { createHash } from 'node:crypto'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { untilReachable } from '../database/database-port.ts'
import { createMemoryLimiter, refusalOf } from './memory.ts'
import type { Limiter, RateRule } from './limiter-port.ts'

const TABLE = 'rate_counts'
/** One number for all: processes that start together take turns at making the table. */
const TABLE_LOCK = 7_203_512
/** A count that takes longer is not worth waiting for. */
const COUNT_TIMEOUT_MS = 2000
const CONNECTIONS = 4
/** The share of a limit that one process takes at once and hands out, so that a busy caller costs few writes. */
const LEASE_SHARE = 1 / 60
const LEASES_MAX = 50_000

/** Counted already, and not given out yet. */
interface Lease {
  left: number
  until: number
}

export interface PostgresLimiterOptions<Rule extends string> {
  url: string
  rules: Readonly<Record<Rule, RateRule>>
  /** Hears of every count that had to be kept by this process alone. */
  onError: (error: unknown) => void
  /** Called after each failed attempt to reach the server at the start; another one follows. */
  onWaiting?: (error: unknown) => void
  signal?: AbortSignal | undefined
}

/**
 * Counts in PostgreSQL, for all processes on it. The table is unlogged and outside the migrations: its counts last a
 * minute, so a crash of the server may empty it. Keys are stored as hashes, because they name persons and addresses.
 * A process leases counts, and unused ones are lost to the others: no caller gets more than the limit, and a caller
 * who switches processes may get a sixtieth less from each.
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
  await untilReachable(() => createTable(url), {
    signal: options.signal,
    onWaiting: options.onWaiting ?? onError,
  })

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
      // A caller over the limit is refused from memory, so that further calls cost the database nothing.
      inMemoryBlockOnConsumed: limit,
      // They share the table: one of them deletes expired rows.
      clearExpiredByTimeout: counters.size === 0,
    })
    counters.set(rule, counter)
    return counter
  }
  const alone = createMemoryLimiter(rules)
  const leases = new Map<string, Lease>()
  const leaseOf = (id: string): Lease | undefined => {
    const lease = leases.get(id)
    return lease && lease.until > Date.now() ? lease : undefined
  }
  /** Leases several counts at once; calls that arrive meanwhile lease as many again, and unused counts add up. */
  const take = async (rule: Rule, id: string, hash: string): Promise<number | null> => {
    const points = Math.max(1, Math.floor(rules[rule].limit * LEASE_SHARE))
    const counted = counterOf(rule).consume(hash, points)
    const seconds = await refusalOf(counted)
    if (seconds !== null || points === 1) return seconds
    const { msBeforeNext } = await counted
    const left = (leaseOf(id)?.left ?? 0) + points - 1
    const [oldest] = leases.size >= LEASES_MAX ? leases.keys() : []
    if (oldest !== undefined) leases.delete(oldest)
    leases.delete(id)
    leases.set(id, { left, until: Date.now() + msBeforeNext })
    return null
  }

  return {
    async count(rule, key) {
      const hash = hashOf(key)
      const id = `${rule} ${hash}`
      const lease = leaseOf(id)
      if (lease && lease.left > 0) {
        lease.left -= 1
        return null
      }
      try {
        const seconds = await take(rule, id, hash)
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
