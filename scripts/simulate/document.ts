import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { arrivalsOf } from './arrivals.ts'
import { ASSUMPTION_NAMES, ASSUMPTIONS, type Assumptions } from './assumptions.ts'
import { checkAgainst, errorOf } from './check.ts'
import { runOrders, type EngineName } from './order-flow.ts'
import { dayOf, plansFor, shareInTime, type Plan } from './plan.ts'
import { svgOf, type Chart } from './plots.ts'
import { createRandom } from './random.ts'
import { realRun, type RealRun } from './real-run.ts'
import { quantile } from './sizing.ts'
import { count, loadsTable, machinesTable, outcomeTable, tableOf } from './table.ts'

interface Given {
  values: Assumptions
  seed: number
}

/** Where vendors' caps begin to tell. */
const VENDOR_ORDERS = [3000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
const VENDORS = ['replicate', 'fal', 'bfl'] as const
/** More and fewer machines than are enough, and for how many orders. */
const FLEET_ORDERS = 1_000_000
const FLEET_SIZES = [0.8, 0.9, 0.95, 1, 1.1, 1.25, 1.5, 2]

/** Writes docs/scale.md and its plots. */
export function writeDocument(plans: readonly Plan[], given: Given): void {
  const folder = join(root, 'docs/scale')
  mkdirSync(folder, { recursive: true })
  const charts = {
    day: dayChart(plans),
    fleet: fleetChart(given),
    loads: loadsChart(plans),
    vendors: vendorsChart(given),
  }
  for (const [name, chart] of Object.entries(charts)) writeFileSync(join(folder, `${name}.svg`), svgOf(chart))
  writeFileSync(join(root, 'docs/scale.md'), documentOf(plans, given))
}

const hours = (value: number): string => (value >= 1 ? `${value} h` : `${Math.round(60 * value)} min`)
const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value)

/** The largest plan of the studio. */
function largest(plans: readonly Plan[]): Plan {
  const own = plans.filter(({ engine }) => engine === 'studio')
  const [plan] = own.toSorted((one, other) => other.ordersPerMonth - one.ordersPerMonth)
  if (!plan) throw new Error('the document wants the studio among the engines')
  return plan
}

function dayChart(plans: readonly Plan[]): Chart {
  const { launchDay, ordersPerMonth } = largest(plans)
  const every = 20
  const perMinute = (read: (minute: Plan['launchDay']['minutes'][number]) => number) =>
    Array.from({ length: Math.ceil(launchDay.minutes.length / every) }, (_, index) => {
      const span = launchDay.minutes.slice(index * every, (index + 1) * every)
      return [(index * every) / 60, span.reduce((sum, one) => sum + read(one), 0) / span.length] as const
    }).filter(([hour]) => hour <= 26)
  const [placed, ready] = [perMinute(({ placed: one }) => one), perMinute(({ ready: one }) => one)]
  const top = Math.ceil(Math.max(...placed.map(([, y]) => y)) / 100) * 100
  return {
    title: `The day of a launch, ${short(ordersPerMonth)} orders a month, studio`,
    x: { label: 'hour', from: 0, to: 26, ticks: [0, 4, 8, 12, 16, 20, 24] },
    y: { label: 'a minute', from: 0, to: top, ticks: [0, top / 4, top / 2, (3 * top) / 4, top], show: count },
    series: [
      { label: 'orders placed', points: placed },
      { label: 'orders delivered', points: ready },
    ],
  }
}

function rolesFor(orders: number, given: Given): Plan['roles'] {
  const [plan] = plansFor(orders, ['studio'], given)
  if (!plan) throw new Error('no plan')
  return plan.roles
}

/** What more machines, or fewer, do to the time that customers wait. */
function fleetChart(given: Given): Chart {
  const { values, seed } = given
  const { studio: least, clock } = rolesFor(FLEET_ORDERS, given)
  const enough = least.within99 ?? 1
  const purchases = [...arrivalsOf(dayOf(FLEET_ORDERS, values), createRandom(seed))]
  const runs = FLEET_SIZES.map((share) => {
    const studio = Math.round(enough * share)
    const machines = { studio, clock }
    const { seconds } = runOrders({
      purchases,
      engine: 'studio',
      machines,
      values,
      random: createRandom(seed),
    })
    return { studio, seconds }
  })
  const at = (share: number) =>
    runs.map(({ studio, seconds }) => [studio, quantile(seconds, share) / 3600] as const)
  const [from, to] = [runs[0]?.studio ?? 0, runs.at(-1)?.studio ?? 1]
  return {
    title: `Time to headshots by machines of the studio, ${short(FLEET_ORDERS)} orders a month`,
    x: { label: 'machines', from, to, ticks: [from, enough, to] },
    y: { label: '', from: 1 / 360, to: 10, ticks: [1 / 60, 1 / 6, 1, 10], isLog: true, show: hours },
    series: [
      { label: 'half', points: at(0.5) },
      { label: '95 of 100', points: at(0.95) },
      { label: '99 of 100', points: at(0.99) },
    ],
    line: { at: 2, label: 'the promise: 2 h' },
  }
}

function loadsChart(plans: readonly Plan[]): Chart {
  const own = plans.filter(({ engine }) => engine === 'studio')
  const names = ['database', 'bucket, writes', 'hook door', "Stripe's API"]
  const [from, to] = [
    Math.min(...own.map(({ ordersPerMonth }) => ordersPerMonth)),
    Math.max(...own.map(({ ordersPerMonth }) => ordersPerMonth)),
  ]
  return {
    title: 'How near to its most each comes, studio',
    x: {
      label: 'orders a month',
      from,
      to,
      ticks: own.map(({ ordersPerMonth }) => ordersPerMonth),
      isLog: true,
      show: short,
    },
    y: {
      label: '',
      from: 1e-5,
      to: 20,
      ticks: [1e-4, 1e-3, 0.01, 0.1, 1, 10],
      isLog: true,
      show: (value) => `${100 * value} %`,
    },
    series: names.map((name) => ({
      label: name,
      points: own.map(({ ordersPerMonth, loads }) => {
        const load = loads.find((one) => one.name === name)
        return [ordersPerMonth, Math.max(1e-5, (load?.used ?? 0) / (load?.most ?? 1))] as const
      }),
    })),
    line: { at: 1, label: 'its most' },
  }
}

function vendorsChart({ values, seed }: Given): Chart {
  const shareOf = (engine: EngineName, orders: number): number => {
    const purchases = [...arrivalsOf(dayOf(orders, values), createRandom(seed))]
    const machines = { studio: Math.ceil(orders / 100), clock: 10 }
    return shareInTime(runOrders({ purchases, engine, machines, values, random: createRandom(seed) }))
  }
  const [from, to] = [VENDOR_ORDERS[0] ?? 1, VENDOR_ORDERS.at(-1) ?? 1]
  return {
    title: "Orders within two hours on a launch day, by vendors' caps as published",
    x: {
      label: 'orders a month',
      from,
      to,
      ticks: [3000, 10_000, 100_000, 1_000_000],
      isLog: true,
      show: short,
    },
    y: { label: '', from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], show: (value) => `${100 * value} %` },
    series: VENDORS.map((engine) => ({
      label: engine,
      points: VENDOR_ORDERS.map((orders) => [orders, shareOf(engine, orders)] as const),
    })),
  }
}

export function assumptionsTable(values: Assumptions): string {
  const rows = ASSUMPTION_NAMES.map((name) => {
    const { unit, source } = ASSUMPTIONS[name]
    return [`\`${name}\``, String(Number(values[name].toPrecision(4))), unit, source]
  })
  return tableOf(['name', 'value', 'unit', 'source'], rows)
}

export function checkTable(run: RealRun, values: Assumptions): string {
  return tableOf(
    ['seconds from the purchase to the last headshot', 'model', 'real', 'error'],
    checkAgainst(run, values).map((row) => [
      row.what,
      row.predicted.toFixed(1),
      row.real.toFixed(1),
      `${(100 * errorOf(row)).toFixed(0)} %`,
    ]),
  )
}

function documentOf(plans: readonly Plan[], { seed, values }: Given): string {
  const run = realRun()
  const orders = [...new Set(plans.map(({ ordersPerMonth }) => ordersPerMonth))].join(',')
  return `# Scale

Written by \`npm run simulate -- --write --orders ${orders} --seed ${seed}\`. A model runs a day of orders event by event: purchases come at random with an
evening and a launch on top, each is settled, trained and made by a job of the queue, on machines that share their processors among
what runs on them, or at a vendor behind its caps. Roles, slots, retries and pauses are those of the code (\`backend/jobs/catalogue.ts\`);
all other numbers are the [assumptions](#assumptions) below, of which some are measured and some are estimates. Put your own in a file:

\`\`\`
npm run simulate                                                   # the tables below
npm run simulate -- --orders 50000 --engine studio,bfl --assumptions mine.json
npm run simulate -- --json                                         # for programs, with every minute of the day
\`\`\`

\`mine.json\` is an object of names and numbers, such as \`{ "machine.dollars": 55, "fal.inFlight": 400 }\`. The same seed gives the same
numbers.

## What customers see

On the day of a launch: the evening is ${values['day.peakOverMean']} times the day's mean, and the launch adds ${values['launch.factor']} times the mean for ${values['launch.hours']} hours. Times are from
the purchase to the last headshot; with machines for 99 of 100 within two hours, where a number of machines is what it takes.

${outcomeTable(plans)}

What comes above an account's cap of jobs in flight waits for its turn, and is late: after a day the product pays it back, which the
model does not, it waits on. More orders a minute than Replicate takes are refused (429): the job fails, its four retries are
over within half a minute, and the order is paid back. Both are what the code does
(\`backend/jobs/catalogue.ts\`, \`backend/providers/engine/\`): know the cap of your account before a launch.

![Orders placed and delivered on the day of a launch](scale/day.svg)

![Time to headshots by number of machines](scale/fleet.svg)

With a promise of two hours the queue is a store, and a fleet that is just enough spends the launch filling it and the night emptying it.
A tenth fewer machines break the promise; with twice as many the queue stays empty.

![Share of orders in time by orders a month, for each vendor](scale/vendors.svg)

## Machines and money

Machines have ${values['machine.processors']} processors. \`studio\` and \`checks\` are for 95 and for 99 of 100; \`checks\` give a verdict within ${values['check.aimSeconds']} s at the
day's highest rate. With a vendor, \`studio\` are processes that wait on it (\`JOB_CONCURRENCY=${values['vendor.slots']}\`) and finish its pictures.
\`api\`, \`mail\` and \`clock\` are processes. The month is paid for with the machines of its busiest day; database, bandwidth and stored
bytes are not in it, and \`machine.dollars\` is a setting without a source.

${machinesTable(plans)}

## What breaks first

At the highest rate of that day, against what each takes.

${loadsTable(plans)}

![How near to its most each resource comes](scale/loads.svg)

Use grows with orders, so the share of its most says how far each is off. The hook door counts by address: a vendor that sends from
several is let in for each. A database that is too small for its share wants fewer idle processes first: each asks its queue once a
second and looks after leases. What a vendor is used for is what would be under way, were nobody to wait for it: the cap to ask for.

## Against real orders

\`node tests/load/real-orders/main.ts\` runs real orders through an API and a worker on PostgreSQL and a bucket, and writes down what the
queue, the server and the bucket counted. Its results are kept beside this document.

\`--orders ${run.orders.length} --gap 14\` (\`docs/scale/real-orders.json\`; ${run.machine}; load average ${run.loadAverage.toFixed(1)}: other programs were running). An engine
that only takes its time stands in the studio's place, so that the queue is what is seen, and the processors are not. The model is told when
the ${run.orders.length} purchases came, and mean and spread of how long a training and a bundle took in that run (${run.jobs.training.seconds.toFixed(1)} s and ${run.jobs.bundle.seconds.toFixed(1)} s); the waiting is its
own, a mean of 200 seeds.

${checkTable(run, values)}

An error below nought: the model is too fast, as it leaves out what a busy machine adds between two jobs. One run of ${run.orders.length} orders is one
draw: expect a few per cent of chance in each line.

What no run here has checked: fleets of more than one machine, the studio's own processors at a load near one, and everything about
vendors, whose times and prices are theirs or their users'.

## Assumptions

\`scripts/simulate/assumptions.ts\`.

${assumptionsTable(values)}
`
}
