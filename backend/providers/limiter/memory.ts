import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limiter, RateRule } from './limiter-port.ts'

export interface MemoryLimiter<Rule extends string> extends Limiter<Rule> {
  /** Blocks a key that another counter refused. */
  block(rule: Rule, key: string, seconds: number): Promise<void>
}

/** Counts kept by this process: for one that is alone. */
export function createMemoryLimiter<Rule extends string>(
  rules: Readonly<Record<Rule, RateRule>>,
): MemoryLimiter<Rule> {
  const counters = new Map<Rule, RateLimiterMemory>()
  const counterOf = (rule: Rule): RateLimiterMemory => {
    const { limit, windowSeconds } = rules[rule]
    const counter = counters.get(rule) ?? new RateLimiterMemory({ points: limit, duration: windowSeconds })
    counters.set(rule, counter)
    return counter
  }
  return {
    count: (rule, key) => refusalOf(counterOf(rule).consume(key)),
    async look(rule, key) {
      const counter = counterOf(rule)
      const found = await counter.get(key)
      return found && found.consumedPoints >= counter.points ? secondsLeft(found) : null
    },
    async block(rule, key, seconds) {
      await counterOf(rule).block(key, seconds)
    },
    close: () => Promise.resolve(),
  }
}

/** The limiter library rejects with a result, not an error, when the limit is reached. @throws real errors */
export async function refusalOf(consumed: Promise<RateLimiterRes>): Promise<number | null> {
  try {
    await consumed
    return null
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return secondsLeft(refusal)
    throw refusal
  }
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
