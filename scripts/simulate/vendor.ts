import type { Simulation } from './simulation.ts'
import { createWaitingLine } from './waiting-line.ts'

export interface VendorCaps {
  /** Jobs under way at once for the whole account; 0 without a cap. What comes above it waits for its turn. */
  inFlight: number
  /** Orders taken within any minute; 0 without a cap. What comes above it is refused (429). */
  createsPerMinute: number
}

export type Vendor = ReturnType<typeof createVendor>

/** A vendor's machines behind its caps. */
export function createVendor({ simulation, caps }: { simulation: Simulation; caps: VendorCaps }) {
  const { inFlight, createsPerMinute } = caps
  /** When the last orders were taken, in a ring as long as the cap. */
  const takenAt = new Float64Array(createsPerMinute).fill(-Infinity)
  let taken = 0
  let underWay = 0
  let most = 0
  let refusals = 0
  const perMinute: number[] = []
  const waiting = createWaitingLine<() => void>()

  const begin = (seconds: number, onEnd: () => void): void => {
    underWay += 1
    most = Math.max(most, underWay)
    simulation.after(seconds, () => {
      underWay -= 1
      waiting.take()?.()
      onEnd()
    })
  }

  return {
    /** @returns whether the order was taken; `onEnd` is called if so */
    order(seconds: number, onEnd: () => void): boolean {
      const isFull = inFlight > 0 && underWay >= inFlight
      const place = createsPerMinute > 0 ? taken % createsPerMinute : 0
      const isTooOften = createsPerMinute > 0 && simulation.now() - (takenAt[place] ?? 0) < 60
      if (isTooOften) {
        refusals += 1
        return false
      }
      if (createsPerMinute > 0) takenAt[place] = simulation.now()
      taken += 1
      const minute = Math.floor(simulation.now() / 60)
      perMinute[minute] = (perMinute[minute] ?? 0) + 1
      if (isFull) waiting.add(() => begin(seconds, onEnd))
      else begin(seconds, onEnd)
      return true
    },
    underWay: () => underWay,
    /** The most orders that were taken in a minute of the clock. */
    mostPerMinute: () => perMinute.reduce((most, count) => Math.max(most, count), 0),
    /** The most that were under way at once. */
    most: () => most,
    refusals: () => refusals,
  }
}
