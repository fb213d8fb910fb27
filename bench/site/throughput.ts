import { readFileSync } from 'node:fs'
import { autocannon } from '#bench/autocannon.ts'

const ROUNDS = 7
const SECONDS = 3
const WARM_UP_SECONDS = 2
const CONNECTIONS = 20
/** Linux counts processor time in these ticks, on every machine. */
const TICKS_PER_SECOND = 100

export interface Side {
  url: string
  /** The process that answers. */
  pid: number
  headers?: Record<string, string>
}

export interface Throughput {
  /** Answers a second. */
  perSecond: number
  /** Answers per second of the answering process's own processor time: its throughput with a processor to itself. */
  perProcessorSecond: number
}

/**
 * Asks two servers in short rounds, one after the other, so that what else the machine does falls on both; the medians.
 * @throws when a call is not answered well
 */
export async function compareThroughput(sides: readonly [Side, Side]): Promise<[Throughput, Throughput]> {
  const rounds: [Throughput[], Throughput[]] = [[], []]
  for (const side of sides) await round(side, WARM_UP_SECONDS)
  for (let n = 0; n < ROUNDS; n += 1) {
    // Who comes second finds the processor warmer.
    const order = n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const index of order) rounds[index].push(await round(sides[index], SECONDS))
  }
  return [medianOf(rounds[0]), medianOf(rounds[1])]
}

async function round({ url, pid, headers = {} }: Side, seconds: number): Promise<Throughput> {
  const before = processorSeconds(pid)
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} calls of ${url} went wrong`)
  const answers = result.requests.total
  return {
    perSecond: answers / result.duration,
    perProcessorSecond: answers / (processorSeconds(pid) - before),
  }
}

function processorSeconds(pid: number): number {
  // Counted after the name in brackets, which may contain any character: field 3 is the first.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function medianOf(rounds: readonly Throughput[]): Throughput {
  const middle = (pick: (one: Throughput) => number) =>
    rounds.map(pick).sort((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? NaN
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    perProcessorSecond: middle(({ perProcessorSecond }) => perProcessorSecond),
  }
}
