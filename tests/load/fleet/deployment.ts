import { setTimeout as sleep } from 'node:timers/promises'
import type { Edge } from '#tests/support/edge.ts'
import type { Repeats } from '../orders/customer.ts'
import type { Fleet, Place } from './fleet.ts'
import { startVisitor, type Visits } from './visitor.ts'

const BACK_MAX_MS = 60_000
const LOOK_MS = 250

/** What a deployment did to whoever asked meanwhile. */
export interface Deployed {
  seconds: number
  replaced: number
  /** Processes that did not end by themselves within their time, or not as they should. */
  badEnds: string[]
  visits: Visits
  customers: Repeats
}

/**
 * A release as `deploy/README.md` has it: the migrations beside the running release, then one process after the other, the
 * next when the edge gives calls to the one before.
 */
export async function deploy(deps: {
  fleet: Fleet
  edge: Edge
  /** The folder of the release. */
  release: string
  /** How often customers had to ask again, which goes on. */
  repeats: Readonly<Repeats>
  say: (line: string) => void
}): Promise<Deployed> {
  const { fleet, edge, release, repeats, say } = deps
  const startedAt = Date.now()
  const before = { ...repeats }
  const visitor = startVisitor(edge.url)
  const badEnds: string[] = []
  let visits: Visits
  try {
    await fleet.migrate(release)
    say('the migrations are made, beside the release before')
    fleet.turnTo(release)
    // Workers first, then APIs, then sites: what a new site sells, a worker of the release before cannot make.
    for (const place of fleet.places.toReversed()) {
      const code = await fleet.replace(place)
      if (code !== 0) badEnds.push(`${place.name} ended with ${code}`)
      await isAskedAgain(edge, place)
      say(`${place.name} is replaced`)
    }
  } finally {
    visits = await visitor.stop()
  }
  return {
    seconds: (Date.now() - startedAt) / 1000,
    replaced: fleet.places.length,
    badEnds,
    visits,
    customers: {
      unavailable: repeats.unavailable - before.unavailable,
      unanswered: repeats.unanswered - before.unanswered,
    },
  }
}

/** Waits until the edge has got an answer of the place: it leaves one that was away alone for ten seconds. */
async function isAskedAgain(edge: Edge, { name, address }: Place): Promise<void> {
  if (address === undefined) return
  const answers = async () => countAnswers(await edge.logged(), address)
  const before = await answers()
  const until = Date.now() + BACK_MAX_MS
  while ((await answers()) === before) {
    if (Date.now() > until) throw new Error(`the edge asks ${name} nothing`)
    await sleep(LOOK_MS)
  }
}

/** Of a place, by the edge's log of accesses: the last of the tried processes is the one that answered. */
function countAnswers(log: string, address: string): number {
  return log
    .split('\n')
    .filter(
      (line) => line.includes(`${address}","upstreamStatus"`) && !/"upstreamStatus":"[^"]*50[24]"/.test(line),
    ).length
}
