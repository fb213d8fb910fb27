/** Runs what happens in the order of its time; of one time, in the order in which it was planned. Times are seconds. */
export interface Simulation {
  now: () => number
  /** @param seconds from now, not negative */
  after: (seconds: number, happen: () => void) => void
  /** Until nothing is planned. */
  run: () => void
}

interface Planned {
  at: number
  ordinal: number
  happen: () => void
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.ordinal < other.ordinal)

/** Over a binary heap. */
export function createSimulation(): Simulation {
  const heap: Planned[] = []
  let now = 0
  let ordinal = 0

  const add = (planned: Planned): void => {
    let index = heap.length
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (!parent || !isBefore(planned, parent)) break
      heap[index] = parent
      index = above
    }
    heap[index] = planned
  }

  const take = (): Planned | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let index = 0
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      let least = left
      let child = heap[left]
      const other = heap[right]
      if (child && other && isBefore(other, child)) [least, child] = [right, other]
      if (!child || !isBefore(child, last)) break
      heap[index] = child
      index = least
    }
    heap[index] = last
    return first
  }

  return {
    now: () => now,
    after(seconds, happen) {
      if (!(seconds >= 0)) throw new RangeError(`an event ${seconds} s from now`)
      add({ at: now + seconds, ordinal: ordinal++, happen })
    },
    run() {
      for (let next = take(); next; next = take()) {
        now = next.at
        next.happen()
      }
    },
  }
}
