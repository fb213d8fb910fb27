/**
 * How many machines, and what money, so many orders a month take on the day of a launch, and what breaks first:
 * `npm run simulate -- --help`. What it takes for granted is `scripts/simulate/assumptions.ts`.
 */
import { readOptions } from './options.ts'
import { readAssumptions } from './simulate/assumptions.ts'
import { writeDocument } from './simulate/document.ts'
import { ENGINES, type EngineName } from './simulate/order-flow.ts'
import { plansFor } from './simulate/plan.ts'
import { loadsTable, machinesTable, outcomeTable } from './simulate/table.ts'

const ORDERS_MOST = 10_000_000

const USAGE = `npm run simulate -- [options]

  --orders N,N         orders a month (1000, 100000 and ${ORDERS_MOST})
  --engine NAME,NAME   ${ENGINES.join(', ')} (each)
  --seed N             another course of events for another number (1)
  --assumptions FILE   what is taken for granted
  --json               as JSON
  --write              writes docs/scale.md`

function readSettings() {
  const { values } = readOptions(USAGE, {
    options: {
      orders: { type: 'string', default: `1000,100000,${ORDERS_MOST}` },
      engine: { type: 'string', default: ENGINES.join(',') },
      seed: { type: 'string', default: '1' },
      assumptions: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const orders = values.orders.split(',').map(Number)
  if (orders.some((one) => !Number.isInteger(one) || one < 1 || one > ORDERS_MOST))
    throw new Error(`--orders takes whole numbers from 1 to ${ORDERS_MOST}, with commas between them`)
  const engines = values.engine.split(',')
  const unknown = engines.filter((name) => !isEngine(name))
  if (unknown.length > 0) throw new Error(`--engine takes ${ENGINES.join(', ')}; not ${unknown.join(', ')}`)
  const seed = Number(values.seed)
  if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number')
  if (values.write && values.assumptions !== undefined)
    throw new Error('the document is of the assumptions of the table: --write takes no others')
  return { ...values, orders, engines: engines.filter(isEngine), seed }
}

const isEngine = (name: string): name is EngineName => ENGINES.some((engine) => engine === name)

try {
  const { orders, engines, seed, assumptions, json, write } = readSettings()
  const values = readAssumptions(assumptions)
  const plans = orders.flatMap((number) => plansFor(number, engines, { values, seed }))
  if (write) writeDocument(plans, { values, seed })
  else if (json) console.log(JSON.stringify({ seed, assumptions: values, plans }))
  else console.log([outcomeTable(plans), machinesTable(plans), loadsTable(plans)].join('\n\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
