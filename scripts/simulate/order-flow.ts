import { REROLLS_MAX } from '#backend/features/bundles/render-until-enough.ts'
import { jobs } from '#backend/jobs/catalogue.ts'
import type { Assumptions } from './assumptions.ts'
import { createFleet, type JobKind } from './fleet.ts'
import type { Random } from './random.ts'
import { createSimulation, type Simulation } from './simulation.ts'
import { createVendor, type Vendor, type VendorCaps } from './vendor.ts'

export const ENGINES = ['studio', 'replicate', 'fal', 'bfl'] as const
export type EngineName = (typeof ENGINES)[number]

/** How many machines each role has, or processes where it only waits. */
interface Machines {
  studio: number
  clock: number
}

/** What became of a day's orders. */
export interface FlowResult {
  placed: number
  /** Seconds from the purchase to the last headshot, ascending. */
  seconds: Float64Array
  /** Paid back by the product, as the last attempt of a job failed. */
  givenUp: number
  /** By minute of the day, at its begin. */
  minutes: { waiting: number; runningJobs: number; ready: number; placed: number }[]
  /** The most that were under way at once, and that were ordered in a minute. */
  vendor: { most: number; mostPerMinute: number; refusals: number } | null
}

/** How a job of the catalogue runs on one machine of `times` times its concurrency. */
export function kindOf(name: keyof typeof jobs, times = 1): JobKind {
  const { concurrency, retryLimit, retryDelaySeconds } = jobs[name]
  return { slots: concurrency * times, retryLimit, retryDelaySeconds }
}

/** Who trains and renders elsewhere, by its caps; null for the studio. */
export function capsOf(engine: EngineName, values: Assumptions): VendorCaps | null {
  switch (engine) {
    case 'studio':
      return null
    case 'replicate':
      return { inFlight: 0, createsPerMinute: values['replicate.createsPerMinute'] }
    case 'fal':
      return { inFlight: values['fal.inFlight'], createsPerMinute: 0 }
    case 'bfl':
      return { inFlight: values['bfl.inFlight'], createsPerMinute: 0 }
  }
}

/** Seconds of a training, null where nothing is trained, and of a picture; how many pictures of a bundle at once. */
function timesOf(engine: Exclude<EngineName, 'studio'>, values: Assumptions) {
  const trainSeconds = engine === 'bfl' ? null : values[`${engine}.trainSeconds`]
  return {
    trainSeconds,
    renderSeconds: values[`${engine}.renderSeconds`],
    parallelism: values[`${engine}.parallelism`],
  }
}

/**
 * Orders from the purchase to the last headshot: the payment is settled, the person trained, the bundle made; each by a job of
 * the queue, tried again as the catalogue says.
 * @param purchases moments, ascending
 */
export function runOrders(options: {
  purchases: readonly number[]
  engine: EngineName
  machines: Machines
  values: Assumptions
  random: Random
  /** In place of the vendor's own. */
  caps?: VendorCaps
}): FlowResult {
  const { purchases, engine, machines, values, random } = options
  const simulation = createSimulation()
  const caps = engine === 'studio' ? null : (options.caps ?? capsOf(engine, values))
  const vendor = caps && createVendor({ simulation, caps })
  // Replicate counts them apart; elsewhere one account has one cap.
  const training =
    caps && engine === 'replicate' && caps.createsPerMinute > 0
      ? createVendor({
          simulation,
          caps: { ...caps, createsPerMinute: values['replicate.trainingsPerMinute'] },
        })
      : vendor
  const clock = createFleet({
    simulation,
    random,
    machines: machines.clock,
    processors: Infinity,
    kinds: { 'settle-payment': kindOf('settle-payment') },
  })
  const times = vendor ? values['vendor.slots'] : 1
  const makers = createFleet({
    simulation,
    random,
    machines: machines.studio,
    processors: values['machine.processors'],
    kinds: {
      'train-person': kindOf('train-person', times),
      'generate-bundle': kindOf('generate-bundle', times),
    },
  })
  const fails = () => random.uniform() < values['job.failures']
  const own = (name: 'train-person' | 'generate-bundle') => {
    const processors = values[`${name}.processors`]
    const used = random.lognormal(values[`${name}.processorSeconds`], values['order.spread'])
    return { seconds: used / processors, processors }
  }
  const elsewhere =
    engine === 'studio' || !vendor || !training
      ? null
      : { ...timesOf(engine, values), simulation, vendor, training, values, random }

  const minutes: FlowResult['minutes'] = []
  const seconds: number[] = []
  let placed = 0
  let open = 0
  let givenUp = 0
  /** Since the last minute. */
  const lately = { placed: 0, ready: 0 }

  const giveUp = (): void => {
    open -= 1
    givenUp += 1
  }
  const place = (at: number): void => {
    placed += 1
    open += 1
    lately.placed += 1
    const ready = (): void => {
      open -= 1
      lately.ready += 1
      seconds.push(simulation.now() - at)
    }
    const render = (): void =>
      makers.submit('generate-bundle', {
        work: elsewhere ? renderElsewhere(elsewhere) : own('generate-bundle'),
        fails,
        onDone: ready,
        onGivenUp: giveUp,
      })
    const train = (): void =>
      makers.submit('train-person', {
        work: elsewhere ? trainElsewhere(elsewhere) : own('train-person'),
        fails,
        onDone: render,
        onGivenUp: giveUp,
      })
    clock.submit('settle-payment', {
      work: {
        seconds: random.lognormal(values['settle-payment.seconds'], values['order.spread']),
        processors: 0,
      },
      fails,
      onDone: train,
      onGivenUp: giveUp,
    })
  }

  // One at a time: a month's orders need not be in the heap at once.
  const coming: Iterator<number, undefined> = purchases.values()
  let isOver = false
  const next = (): void => {
    const result = coming.next()
    if (result.done === true) {
      isOver = true
      return
    }
    const at = result.value
    simulation.after(at - simulation.now(), () => {
      place(at)
      next()
    })
  }
  const look = (): void => {
    minutes.push({ waiting: open, runningJobs: makers.running(), ...lately })
    lately.placed = 0
    lately.ready = 0
    if (!isOver || open > 0) simulation.after(60, look)
  }
  next()
  look()
  simulation.run()
  return {
    placed,
    givenUp,
    minutes,
    seconds: Float64Array.from(seconds).sort(),
    vendor: vendor && {
      most: vendor.most(),
      mostPerMinute: vendor.mostPerMinute(),
      refusals: vendor.refusals() + (training === vendor ? 0 : (training?.refusals() ?? 0)),
    },
  }
}

type End = (isDone: boolean) => void

interface Elsewhere {
  simulation: Simulation
  /** Takes pictures. */
  vendor: Vendor
  /** Takes trainings: the same, or one with a cap of its own. */
  training: Vendor
  values: Assumptions
  random: Random
  /** Null where nothing is trained: then the person's pictures are put together. */
  trainSeconds: number | null
  renderSeconds: number
  parallelism: number
}

/** One order of the vendor's; a refused one fails the attempt, as the adapter's does. */
function trainElsewhere({ simulation, training, values, random, trainSeconds }: Elsewhere) {
  const callSeconds = values['vendor.callSeconds']
  return (end: End): void => {
    if (trainSeconds === null) {
      simulation.after(callSeconds, () => end(true))
      return
    }
    const seconds = random.lognormal(trainSeconds, values['order.spread'])
    const isTaken = training.order(seconds, () => end(random.uniform() >= values['vendor.failures']))
    if (!isTaken) simulation.after(callSeconds, () => end(false))
  }
}

/**
 * Pictures by orders of their own, as `renderUntilEnough` makes them: never more at once than are missing; after the first failure
 * no further one is begun, the others end, and the attempt has failed. What was made stays made.
 */
function renderElsewhere({ simulation, vendor, values, random, renderSeconds, parallelism }: Elsewhere) {
  let missing = values['order.headshots']
  let shots = missing + REROLLS_MAX
  return (end: End): void => {
    let underWay = 0
    let hasFailed = false
    const ended = (): void => {
      underWay -= 1
      begin()
      if (underWay === 0) end(!hasFailed)
    }
    const made = (): void => {
      if (random.uniform() < values['vendor.failures']) hasFailed = true
      else {
        shots -= 1
        if (random.uniform() >= values['order.shotsRefused']) missing -= 1
      }
      ended()
    }
    const begin = (): void => {
      while (!hasFailed && underWay < Math.min(parallelism, missing, shots)) {
        underWay += 1
        if (vendor.order(random.lognormal(renderSeconds, values['order.spread']), made)) continue
        hasFailed = true
        simulation.after(values['vendor.callSeconds'], ended)
      }
    }
    begin()
  }
}
