import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { countStep, type Counts } from './results.ts'
import { ROWS, type Step } from './steps.ts'

/** glibc keeps the large blocks of pictures and asks for large pages: a drawing takes a tenth of the time so. */
const KEEP_MEMORY = {
  GLIBC_TUNABLES: [
    `glibc.malloc.mmap_threshold=${2 ** 30}`,
    `glibc.malloc.trim_threshold=${2 ** 32}`,
    'glibc.malloc.hugetlb=1',
  ].join(':'),
}

const running = new Set<ChildProcess>()
let isInterrupted = false

/** Each step is a process group of its own, so that an interruption reaches all its processes. */
function interrupt(): void {
  isInterrupted = true
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGINT')
}

/**
 * Runs a step and returns whether it succeeded. Its output is printed at once, or in one piece when another step runs
 * beside it.
 */
async function run(step: Step, reportPath: string, isAlone: boolean): Promise<boolean> {
  step.prepare?.()
  const [program = '', ...args] = step.command(reportPath)
  const output = isAlone ? 'inherit' : 'pipe'
  const added = { ...KEEP_MEMORY, NEXT_TELEMETRY_DISABLED: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath }
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...added }
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output], detached: true })
    running.add(child)
    const printed: Buffer[] = [Buffer.from(`\n──── ${step.name}\n`)]
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => printed.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      if (!isAlone) process.stdout.write(Buffer.concat(printed))
      resolve(code === 0)
    })
  })
}

async function runStep(step: Step, reportDir: string, isAlone: boolean) {
  const startedAtMs = performance.now()
  const reportPath = join(reportDir, step.name)
  console.log(isAlone ? `\n──── ${step.name}` : `${step.name} begins`)
  const hasSucceeded = await run(step, reportPath, isAlone).catch((error: unknown) => {
    console.error(error)
    return false
  })
  const seconds = Math.round((performance.now() - startedAtMs) / 1000)
  return { step: step.name, ...countStep(step.report, reportPath, hasSucceeded), seconds }
}

/** Runs the named steps (all by default) to the end, even after failures, and sets the exit code. */
export async function runSteps(names: readonly string[]): Promise<void> {
  const known = ROWS.flat().map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`No such step: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
    process.exit(2)
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, interrupt)
  const wanted = (step: Step) => names.length === 0 || names.includes(step.name)
  const canRun = ({ needs }: Step) => needs === undefined || Boolean(process.env[needs])
  const reportDir = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const outcomes: Awaited<ReturnType<typeof runStep>>[] = []
  for (const row of ROWS) {
    const steps = isInterrupted ? [] : row.filter((step) => wanted(step) && canRun(step))
    outcomes.push(...(await Promise.all(steps.map((step) => runStep(step, reportDir, steps.length === 1)))))
  }
  rmSync(reportDir, { recursive: true, force: true })
  console.table(outcomes)
  for (const { name, needs } of ROWS.flat().filter((step) => wanted(step) && !canRun(step)))
    console.log(`Left out: ${name}; ${needs} is not set (.ci/run sets it).`)
  const sum = (key: keyof Counts) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(sum('failed') > 0 || isInterrupted ? 1 : 0)
}
