import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import { arrivalsOf, DAY_SECONDS, highestRate, type DayShape } from './arrivals.ts'
import type { Assumptions } from './assumptions.ts'
import { meanWait } from './erlang.ts'
import { createFleet } from './fleet.ts'
import { capsOf, kindOf, runOrders, type EngineName, type FlowResult } from './order-flow.ts'
import { createRandom } from './random.ts'
import { createSimulation } from './simulation.ts'
import { countWithin, leastEnough, quantile } from './sizing.ts'

const PROMISE_SECONDS = DELIVERY_PROMISE_HOURS * 3600
const MONTH_DAYS = 30
const MACHINES_MOST = 100_000
/** Two, so that one may be lost. */
const SPARED = 2
/** One of `studio` and `checks`, two of the others. */
const PROCESSES_LEAST = 2 + 3 * SPARED
/** Where mails and payments wait on average no longer. */
const WAIT_SECONDS = 1
/** How long selfies come at the day's highest rate. */
const RUSH_SECONDS = 600

/** Something that has a most, and how near a plan comes to it. */
export interface Load {
  name: string
  used: number
  /** Of it, what is used without any order. */
  idle: number
  most: number
  unit: string
}

export interface Plan {
  engine: EngineName
  ordersPerMonth: number
  /** Machines of `studio` and `checks`, processes of the others; null where no number is enough. */
  roles: Record<'studio' | 'checks', { within95: number | null; within99: number | null }> &
    Record<'api' | 'mail' | 'clock', number>
  /** Of the orders of a day of launch, with the machines for 99 of 100. Seconds from the purchase. */
  launchDay: {
    placed: number
    withinPromise: number
    givenUp: number
    p50: number
    p95: number
    p99: number
    minutes: FlowResult['minutes']
  }
  /** What a vendor would have to allow for no order to wait. */
  vendorWanted: { inFlight: number; createsPerMinute: number } | null
  dollarsPerMonth: { machines: number; vendor: number; storage: number }
  /** The nearest to its most first. */
  loads: Load[]
}

export function dayOf(ordersPerMonth: number, values: Assumptions): DayShape {
  return {
    ordersPerDay: ordersPerMonth / MONTH_DAYS,
    peakOverMean: values['day.peakOverMean'],
    peakHour: values['day.peakHour'],
    launch: {
      factor: values['launch.factor'],
      fromHour: values['launch.fromHour'],
      hours: values['launch.hours'],
    },
  }
}

/** How many of a day's orders were delivered within the promise: 0 to 1. */
export const shareInTime = ({ placed, seconds }: Pick<FlowResult, 'placed' | 'seconds'>): number =>
  placed === 0 ? 1 : countWithin(seconds, PROMISE_SECONDS) / placed

interface Given {
  values: Assumptions
  seed: number
}

/** What so many orders a month need on the day of a launch, by each engine. */
export function plansFor(ordersPerMonth: number, engines: readonly EngineName[], given: Given): Plan[] {
  const day = dayOf(ordersPerMonth, given.values)
  const peak = highestRate(day)
  const purchases = [...arrivalsOf(day, createRandom(given.seed))]
  // Every engine's selfies are checked on our machines.
  const checks = checksFor(peak, given)
  return engines.map((engine) => planFor({ ordersPerMonth, peak, purchases, checks }, engine, given))
}

function planFor(
  {
    ordersPerMonth,
    peak,
    purchases,
    checks,
  }: { ordersPerMonth: number; peak: number; purchases: readonly number[]; checks: Plan['roles']['checks'] },
  engine: EngineName,
  { values, seed }: Given,
): Plan {
  const clock = waitersFor(peak, values['settle-payment.seconds'], kindOf('settle-payment').slots)
  const mail = waitersFor(
    peak * values['order.mails'],
    values['send-mail.seconds'],
    kindOf('send-mail').slots,
  )
  const run = (studio: number, isCapped = true): FlowResult =>
    runOrders({
      purchases,
      engine,
      values,
      random: createRandom(seed),
      machines: { studio, clock },
      ...(!isCapped && { caps: { inFlight: 0, createsPerMinute: 0 } }),
    })
  const uncapped = capsOf(engine, values) ? run(unboundedProcesses(purchases.length, values), false) : null
  const studio = uncapped
    ? processesFor(uncapped, peak, values)
    : within(leastToMake(purchases.length, values), (machines) => shareInTime(run(machines)))
  const flow = run(studio.within99 ?? MACHINES_MOST)
  const peaks = peaksOf(flow, peak)
  const api = Math.max(SPARED, Math.ceil(callsAt(peaks, values) / values['api.most']))
  const roles = { studio, checks, api, mail, clock }
  return {
    engine,
    ordersPerMonth,
    roles,
    launchDay: {
      placed: flow.placed,
      givenUp: flow.givenUp,
      minutes: flow.minutes,
      withinPromise: shareInTime(flow),
      p50: quantile(flow.seconds, 0.5),
      p95: quantile(flow.seconds, 0.95),
      p99: quantile(flow.seconds, 0.99),
    },
    vendorWanted: uncapped?.vendor
      ? { inFlight: uncapped.vendor.most, createsPerMinute: uncapped.vendor.mostPerMinute }
      : null,
    dollarsPerMonth: spendOf(roles, engine, ordersPerMonth, values),
    loads: loadsOf(peaks, roles, uncapped, engine, values),
  }
}

/** Processes of `slots` jobs that only wait: as few as keep them from waiting long, two at least. */
function waitersFor(rate: number, seconds: number, slots: number): number {
  const load = rate * seconds
  const servers = leastEnough(
    { least: Math.floor(load) + 1, most: MACHINES_MOST },
    (count) => meanWait(count, load, seconds) <= WAIT_SECONDS,
  )
  return Math.max(SPARED, Math.ceil((servers ?? MACHINES_MOST) / slots))
}

/** How many machines, from `least` on, have 95 and 99 of 100 in time. */
function within(least: number, shareWith: (machines: number) => number): Plan['roles']['studio'] {
  const enough = (share: number, from: number) =>
    leastEnough({ least: from, most: MACHINES_MOST }, (machines) => shareWith(machines) >= share)
  const within95 = enough(0.95, least)
  return { within95, within99: within95 === null ? null : enough(0.99, within95) }
}

/** Fewer would not make 95 of 100 of a day's orders in a day and the promise. */
function leastToMake(placed: number, values: Assumptions): number {
  const perOrder = values['train-person.processorSeconds'] + values['generate-bundle.processorSeconds']
  const machineSeconds = (placed * perOrder * 0.95) / values['machine.processors']
  return Math.max(1, Math.ceil(machineSeconds / (DAY_SECONDS + PROMISE_SECONDS)))
}

/** Processes that no job waits for. */
const unboundedProcesses = (placed: number, values: Assumptions): number =>
  Math.max(1, Math.ceil(placed / values['vendor.slots']))

/** Of those that wait on a vendor: as many as jobs were under way, and as judge and finish its pictures. */
function processesFor(uncapped: FlowResult, peak: number, values: Assumptions) {
  const most = uncapped.minutes.reduce((highest, { runningJobs }) => Math.max(highest, runningJobs), 0)
  const pictures = (peak * values['order.headshots']) / (1 - values['order.shotsRefused'])
  const processors = pictures * values['vendor.pictureProcessorSeconds']
  const count = Math.max(
    SPARED,
    Math.ceil(most / values['vendor.slots']),
    Math.ceil(processors / values['machine.processors']),
  )
  return { within95: count, within99: count }
}

/** Machines that check selfies at the day's highest rate, so that a verdict comes within the aimed time. */
function checksFor(peak: number, given: Given): Plan['roles']['checks'] {
  const { values } = given
  const visitorRate = peak * values['order.visitors']
  const load = visitorRate * values['order.selfies'] * values['check-selfie.processorSeconds']
  return within(Math.max(1, Math.floor((0.95 * load) / values['machine.processors'])), (machines) => {
    const seconds = secondsOfChecks(machines, visitorRate, given)
    return countWithin(seconds, values['check.aimSeconds']) / seconds.length
  })
}

function secondsOfChecks(machines: number, visitorRate: number, { values, seed }: Given): Float64Array {
  const random = createRandom(seed)
  const simulation = createSimulation()
  const fleet = createFleet({
    simulation,
    random,
    machines,
    processors: values['machine.processors'],
    kinds: { 'check-selfie': kindOf('check-selfie') },
  })
  const seconds: number[] = []
  const visit = (): void => {
    const at = simulation.now()
    for (let selfie = 0; selfie < values['order.selfies']; selfie++) {
      const processors = values['check-selfie.processors']
      const used = random.lognormal(values['check-selfie.processorSeconds'], values['order.spread'])
      fleet.submit('check-selfie', {
        work: { seconds: used / processors, processors },
        fails: () => random.uniform() < values['job.failures'],
        onDone: () => seconds.push(simulation.now() - at),
      })
    }
    const pause = random.exponential(1 / visitorRate)
    if (simulation.now() + pause < RUSH_SECONDS) simulation.after(pause, visit)
  }
  visit()
  simulation.run()
  return Float64Array.from(seconds).sort()
}

interface Peaks {
  /** A second. */
  placed: number
  ready: number
  /** At once. */
  waiting: number
  runningJobs: number
}

function peaksOf({ minutes }: FlowResult, placed: number): Peaks {
  const highest = (read: (minute: FlowResult['minutes'][number]) => number): number =>
    minutes.reduce((most, minute) => Math.max(most, read(minute)), 0)
  return {
    placed,
    ready: highest(({ ready }) => ready) / 60,
    waiting: highest(({ waiting }) => waiting),
    runningJobs: highest(({ runningJobs }) => runningJobs),
  }
}

const callsAt = ({ placed, waiting }: Peaks, values: Assumptions): number =>
  placed * values['order.visitors'] * values['api.callsPerVisitor'] +
  waiting * values['api.watching'] * values['api.callsPerWatcher']

const processesOf = ({ studio, checks, api, mail, clock }: Plan['roles']): number =>
  (studio.within99 ?? MACHINES_MOST) + (checks.within99 ?? MACHINES_MOST) + api + mail + clock

function loadsOf(
  peaks: Peaks,
  roles: Plan['roles'],
  uncapped: FlowResult | null,
  engine: EngineName,
  values: Assumptions,
): Load[] {
  const visitors = peaks.placed * values['order.visitors']
  const orders = Math.max(peaks.placed, peaks.ready)
  const caps = capsOf(engine, values)
  const wanted = uncapped?.vendor
  const loads: Load[] = [
    {
      name: 'database',
      used:
        visitors * values['database.perVisitor'] +
        orders * values['database.perOrder'] +
        processesOf(roles) * values['database.idle'] +
        peaks.runningJobs * values['database.perRunningJob'],
      idle: PROCESSES_LEAST * values['database.idle'],
      most: values['database.most'],
      unit: 'transactions/s',
    },
    {
      name: 'bucket, writes',
      used: visitors * values['storage.writesPerVisitor'] + orders * values['storage.writesPerOrder'],
      idle: 0,
      most: values['storage.writesMost'],
      unit: 'requests/s',
    },
    {
      name: 'bucket, reads',
      used: visitors * values['storage.readsPerVisitor'] + orders * values['storage.readsPerOrder'],
      idle: 0,
      most: values['storage.readsMost'],
      unit: 'requests/s',
    },
    {
      name: 'hook door',
      used: peaks.placed * values['hooks.perOrder'],
      idle: 0,
      most: values['hooks.most'],
      unit: 'hooks/s from one address',
    },
    {
      name: "Stripe's API",
      used: peaks.placed * values['stripe.callsPerOrder'],
      idle: 0,
      most: values['stripe.most'],
      unit: 'calls/s',
    },
  ]
  if (wanted && caps && caps.inFlight > 0)
    loads.push({
      name: `${engine}, in flight`,
      used: wanted.most,
      idle: 0,
      most: caps.inFlight,
      unit: 'jobs',
    })
  if (wanted && caps && caps.createsPerMinute > 0)
    loads.push({
      name: `${engine}, orders`,
      used: wanted.mostPerMinute,
      idle: 0,
      most: caps.createsPerMinute,
      unit: 'pictures/min',
    })
  return loads.sort((one, other) => other.used / other.most - one.used / one.most)
}

function spendOf(
  roles: Plan['roles'],
  engine: EngineName,
  ordersPerMonth: number,
  values: Assumptions,
): Plan['dollarsPerMonth'] {
  const pictures = values['order.headshots'] / (1 - values['order.shotsRefused'])
  const perOrder =
    engine === 'studio'
      ? 0
      : pictures * values[`${engine}.renderDollars`] +
        (engine === 'bfl' ? 0 : values[`${engine}.trainDollars`])
  const visits = ordersPerMonth * values['order.visitors']
  const writes =
    visits * values['storage.writesPerVisitor'] + ordersPerMonth * values['storage.writesPerOrder']
  const reads = visits * values['storage.readsPerVisitor'] + ordersPerMonth * values['storage.readsPerOrder']
  return {
    machines: processesOf(roles) * values['machine.dollars'],
    vendor: ordersPerMonth * perOrder,
    storage: writes * values['storage.dollarsPerWrite'] + reads * values['storage.dollarsPerRead'],
  }
}
