import type { Random } from './random.ts'
import type { Simulation } from './simulation.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** How jobs of one kind run: as `backend/jobs/catalogue.ts` says it of a name. */
export interface JobKind {
  /** How many run at a time on one machine. */
  slots: number
  retryLimit: number
  retryDelaySeconds: number
}

/** Work on the machine itself: so many seconds when it has the processors it wants. */
interface OwnWork {
  seconds: number
  /** Processors that it keeps busy; 0 for what only waits. */
  processors: number
}

/** Work elsewhere: it holds its slot until it says how it ended. */
type WorkElsewhere = (end: (isDone: boolean) => void) => void

interface Job {
  work: OwnWork | WorkElsewhere
  /** Whether an attempt of own work fails; it is asked at the attempt's end. */
  fails?: () => boolean
  onDone: () => void
  /** After the last attempt. */
  onGivenUp?: () => void
}

interface Waiting {
  job: Job
  attempts: number
}

interface Running extends Waiting {
  kind: string
  leftSeconds: number
  processors: number
}

interface Machine {
  running: Running[]
  wantedProcessors: number
  /** When `leftSeconds` of what runs was brought up to date. */
  at: number
  /** Of the plan for the next end: an older one is void. */
  version: number
}

/**
 * Machines that take jobs from common queues, the oldest first: a job goes to any machine with a free slot for its kind, as
 * all are woken by the same notification. What runs on a machine shares its processors: where more are wanted than there are,
 * all of it slows down alike.
 */
export function createFleet<Kind extends string>(options: {
  simulation: Simulation
  random: Random
  machines: number
  /** Of each machine. */
  processors: number
  kinds: Readonly<Record<Kind, JobKind>>
}) {
  const { simulation, random, processors, kinds } = options
  const machines = Array.from({ length: options.machines }, (): Machine => ({
    running: [],
    wantedProcessors: 0,
    at: 0,
    version: 0,
  }))
  const queues = new Map<string, WaitingLine<Waiting>>()
  /** A machine is in it once for each free slot. */
  const free = new Map<string, Machine[]>()
  for (const [name, { slots }] of Object.entries<JobKind>(kinds)) {
    queues.set(name, createWaitingLine())
    free.set(
      name,
      machines.flatMap((machine) => Array<Machine>(slots).fill(machine)),
    )
  }
  let runningCount = 0

  const speedOf = ({ wantedProcessors }: Machine): number =>
    wantedProcessors > processors ? processors / wantedProcessors : 1

  const bringUpToDate = (machine: Machine): void => {
    const seconds = simulation.now() - machine.at
    machine.at = simulation.now()
    if (seconds === 0) return
    const speed = speedOf(machine)
    for (const running of machine.running) running.leftSeconds -= seconds * speed
  }

  const planNextEnd = (machine: Machine): void => {
    const version = (machine.version += 1)
    let next: Running | undefined
    for (const running of machine.running) if (!next || running.leftSeconds < next.leftSeconds) next = running
    if (!next || next.leftSeconds === Infinity) return
    const ending = next
    simulation.after(Math.max(0, next.leftSeconds / speedOf(machine)), () => {
      if (machine.version === version) end(machine, ending, !(ending.job.fails?.() ?? false))
    })
  }

  const end = (machine: Machine, running: Running, isDone: boolean): void => {
    bringUpToDate(machine)
    machine.running.splice(machine.running.indexOf(running), 1)
    machine.wantedProcessors = machine.running.reduce((sum, one) => sum + one.processors, 0)
    runningCount -= 1
    const { kind, job, attempts } = running
    if (isDone) job.onDone()
    else {
      const { retryLimit, retryDelaySeconds } = kindOf(kind)
      // pg-boss doubles the pause with each attempt, and adds up to as much again.
      const pause = retryDelaySeconds * 2 ** attempts * (1 + random.uniform())
      if (attempts >= retryLimit) job.onGivenUp?.()
      else simulation.after(pause, () => enqueue(kind, { job, attempts: attempts + 1 }))
    }
    free.get(kind)?.push(machine)
    planNextEnd(machine)
    startWaiting(kind)
  }

  const kindOf = (name: string): JobKind => {
    const kind = Object.entries<JobKind>(kinds).find(([known]) => known === name)?.[1]
    if (!kind) throw new Error(`no machine runs ${name}`)
    return kind
  }

  const start = (machine: Machine, kind: string, waiting: Waiting): void => {
    bringUpToDate(machine)
    const { work } = waiting.job
    const own = typeof work === 'function' ? { seconds: Infinity, processors: 0 } : work
    const running: Running = { ...waiting, kind, leftSeconds: own.seconds, processors: own.processors }
    machine.running.push(running)
    machine.wantedProcessors += own.processors
    runningCount += 1
    planNextEnd(machine)
    if (typeof work === 'function') work((isDone) => end(machine, running, isDone))
  }

  const startWaiting = (kind: string): void => {
    const queue = queues.get(kind)
    const idle = free.get(kind)
    if (!queue || !idle) throw new Error(`no machine runs ${kind}`)
    while (queue.length() > 0 && idle.length > 0) {
      const chosen = Math.floor(random.uniform() * idle.length)
      const machine = idle[chosen]
      const last = idle.pop()
      const waiting = queue.take()
      if (!machine || !last || !waiting) return
      if (chosen < idle.length) idle[chosen] = last
      start(machine, kind, waiting)
    }
  }

  const enqueue = (kind: string, waiting: Waiting): void => {
    queues.get(kind)?.add(waiting)
    startWaiting(kind)
  }

  return {
    submit(kind: Kind, job: Job): void {
      enqueue(kind, { job, attempts: 0 })
    },
    running: () => runningCount,
  }
}
