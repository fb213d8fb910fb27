import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'
import { ensureBrowser } from './browser.ts'
import { createProof, STUDIO_INPUTS, type Inputs, type Proof } from './proof.ts'
import { countStep, lastWords, withSecondAttempt, type Report, type StepResult } from './results.ts'

interface Step {
  /** The name of the npm script it runs. */
  name: string
  report: Report
  /** How many processes of it want a core. Steps run side by side up to two of these for each core, as all wait at times. */
  processes: number
  /** Does not begin before that step has ended, because it reads what that one writes. */
  after?: string
  /** What it depends on alone: it is left out while that is what it was when it last passed, except with CI set. */
  inputs?: Inputs
  prepare?: () => void
  /** It can be told which files to run: those that failed are run once more in CI, as browser tests are. */
  takesFiles?: boolean
}

const STEPS: readonly Step[] = [
  { name: 'site', report: 'none', processes: 1 },
  { name: 'unit', report: 'node', processes: 1, takesFiles: true },
  { name: 'components', report: 'jest', processes: 1, takesFiles: true },
  { name: 'api', report: 'node', processes: 2, takesFiles: true },
  { name: 'lint:code', report: 'none', processes: 1, after: 'site' },
  { name: 'types', report: 'none', processes: 1, after: 'site' },
  { name: 'lint:house', report: 'none', processes: 1, after: 'site' },
  { name: 'studio', report: 'node', processes: 2, inputs: STUDIO_INPUTS },
  { name: 'golden', report: 'node', processes: 1, inputs: STUDIO_INPUTS },
  { name: 'people', report: 'none', processes: 2 },
  { name: 'e2e', report: 'playwright', processes: Infinity, after: 'site', prepare: ensureBrowser },
]

/**
 * Of the GNU allocator: pictures and their filters are large blocks, which it would give back and ask for again without
 * end. A drawing takes half the time so.
 */
const KEEP_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(2 ** 30), MALLOC_TRIM_THRESHOLD_: String(2 ** 32) }

const Package = z.looseObject({ scripts: z.record(z.string(), z.string()) })

interface Outcome extends StepResult {
  name: string
  seconds: number
}

/** Several times what the longest takes; a step that hangs is ended and has failed. */
const STEP_LIMIT_MS = 40 * 60_000

let isInterrupted = false

interface Command {
  line: string
  args: readonly string[]
  env: Record<string, string>
  /** Otherwise what it prints is held back and printed as one when it has ended. */
  isAlone: boolean
}

/** Runs the npm script's command line in a group of its own, so that an interruption reaches all of it. */
function runCommand({ line, args, env, isAlone }: Command): Promise<boolean> {
  return new Promise((resolve) => {
    const output = isAlone ? 'inherit' : 'pipe'
    const child = spawn('sh', ['-c', `${line} "$@"`, 'sh', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      detached: true,
    })
    const heldBack: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => heldBack.push(chunk))
    }
    const interrupt = () => {
      isInterrupted = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    }
    const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
    for (const event of events) process.on(event, interrupt)
    const limit = setTimeout(() => {
      console.error(`Ended after ${STEP_LIMIT_MS / 60_000} minutes.`)
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, STEP_LIMIT_MS)
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      clearTimeout(limit)
      for (const event of events) process.off(event, interrupt)
      process.stdout.write(Buffer.concat(heldBack))
      resolve(code === 0)
    })
  })
}

async function runStep(step: Step, line: string, reportDir: string, isAlone: boolean): Promise<Outcome> {
  const startedAtMs = performance.now()
  const attempt = (name: string, files: readonly string[]) =>
    runOnce(step, line, { name, files, reportPath: join(reportDir, `${name}.json`), isAlone })
  let result = await attempt(step.name, [])
  const failedFiles = [...new Set(result.failures.map(({ file }) => file))]
  if (step.takesFiles && process.env.CI !== undefined && failedFiles.length > 0 && !isInterrupted)
    result = withSecondAttempt(result, await attempt(`${step.name} again`, failedFiles))
  return { name: step.name, seconds: (performance.now() - startedAtMs) / 1000, ...result }
}

interface Attempt {
  name: string
  /** All without. */
  files: readonly string[]
  reportPath: string
  isAlone: boolean
}

async function runOnce(
  step: Step,
  line: string,
  { name, files, reportPath, isAlone }: Attempt,
): Promise<StepResult> {
  if (isAlone) console.log(`\n──── ${name}`)
  let hasSucceeded = false
  try {
    step.prepare?.()
    const args = [...(step.report === 'jest' ? ['--json', `--outputFile=${reportPath}`] : []), ...files]
    const env = {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
      NODE_TEST_REPORT_FILE: reportPath,
      NEXT_TELEMETRY_DISABLED: '1',
      ...KEEP_MEMORY,
    }
    hasSucceeded = await runCommand({
      line: isAlone ? line : `echo; echo '──── ${name}'; ${line}`,
      args,
      env,
      isAlone,
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  return countStep(step.report, reportPath, hasSucceeded)
}

/** Runs all steps, each when those before it leave it room; the outcomes are in the order of the steps. */
async function runSideBySide(
  steps: readonly Step[],
  run: (step: Step, isAlone: boolean) => Promise<Outcome>,
) {
  const room = 2 * availableParallelism()
  const sizeOf = (step: Step) => Math.min(step.processes, room)
  const waiting = [...steps]
  const running = new Map<Step, Promise<unknown>>()
  const outcomes = new Map<Step, Outcome>()
  while (waiting.length + running.size > 0) {
    const busy = [...running.keys()].reduce((sum, step) => sum + sizeOf(step), 0)
    const unfinished = [...waiting, ...running.keys()].map(({ name }) => name)
    const next = waiting.findIndex(
      (step) => busy + sizeOf(step) <= room && (step.after === undefined || !unfinished.includes(step.after)),
    )
    const [step] = next === -1 || isInterrupted ? [] : waiting.splice(next, 1)
    if (step) {
      const outcome = run(step, sizeOf(step) === room).then((result) => {
        outcomes.set(step, result)
        running.delete(step)
      })
      running.set(step, outcome)
    } else if (running.size > 0) {
      await Promise.race(running.values())
    } else {
      break
    }
  }
  return steps.flatMap((step) => outcomes.get(step) ?? [])
}

function printTable(outcomes: readonly Outcome[]): void {
  const row = (...cells: (string | number)[]) =>
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join('')
  console.log(`\n${row('step', 'passed', 'failed', 'skipped', 'seconds')}`)
  for (const { name, passed, failed, skipped, seconds } of outcomes) {
    console.log(row(name, passed, failed, skipped, seconds.toFixed(1)))
  }
}

/** Runs the named steps (all without names) to the end, whatever fails, and sets the exit code. */
export async function runSteps(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `No such step: ${unknown.join(', ')}. There are ${STEPS.map(({ name }) => name).join(', ')}.`,
    )
    process.exit(2)
  }
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const reportDir = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const proofs = new Map<string, Proof>()
  for (const { name, inputs } of STEPS)
    if (inputs) proofs.set(name, createProof(name, scripts[name] ?? 'false', inputs))
  // Asked for by name, or in CI, a step is run.
  const isRepeatable = names.length === 0 && process.env.CI === undefined
  const notes: string[] = []
  const wanted = STEPS.filter(({ name }) => {
    const passed = isRepeatable ? (proofs.get(name)?.passed() ?? null) : null
    if (passed !== null)
      notes.push(
        `${name}: unchanged since it last passed; its ${passed} tests are not run again (CI=1 runs them)`,
      )
    return passed === null && (names.length === 0 || names.includes(name))
  })
  for (const note of notes) console.log(note)
  const outcomes = await runSideBySide(wanted, async (step, isAlone) => {
    const outcome = await runStep(step, scripts[step.name] ?? 'false', reportDir, isAlone)
    if (outcome.failed === 0 && proofs.get(step.name)?.keep(outcome.passed))
      notes.push(
        `${step.name}: that it passed is kept in scripts/test/proven.json, to be committed with the change`,
      )
    return outcome
  })
  rmSync(reportDir, { recursive: true, force: true })
  printTable(outcomes)
  for (const note of notes) console.log(note)
  console.log(`\n${lastWords(outcomes)}`)
  process.exit(outcomes.some(({ failed }) => failed > 0) || isInterrupted ? 1 : 0)
}
