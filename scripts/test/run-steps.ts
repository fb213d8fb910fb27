import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'
import { ensureBrowser } from './browser.ts'
import { countStep, type Counts, type Report } from './results.ts'

interface Step {
  /** The name of the npm script it runs. */
  name: string
  report: Report
  prepare?: () => void
}

const STEPS: readonly Step[] = [
  { name: 'lint', report: 'none' },
  { name: 'types', report: 'none' },
  { name: 'unit', report: 'jest' },
  { name: 'api', report: 'jest' },
  { name: 'e2e', report: 'playwright', prepare: ensureBrowser },
]

const Package = z.looseObject({ scripts: z.record(z.string(), z.string()) })

interface Outcome extends Counts {
  name: string
  seconds: number
}

let isInterrupted = false

/** Runs the npm script's command line in a group of its own, so that an interruption reaches all of it. */
function runCommand(command: string, args: readonly string[], env: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', `${command} "$@"`, 'sh', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    const interrupt = () => {
      isInterrupted = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    }
    const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
    for (const event of events) process.on(event, interrupt)
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      for (const event of events) process.off(event, interrupt)
      resolve(code === 0)
    })
  })
}

async function runStep(step: Step, command: string, reportDir: string): Promise<Outcome> {
  const startedAtMs = performance.now()
  const reportPath = join(reportDir, `${step.name}.json`)
  console.log(`\n──── ${step.name}`)
  let hasSucceeded = false
  try {
    step.prepare?.()
    const args = step.report === 'jest' ? ['--json', `--outputFile=${reportPath}`] : []
    hasSucceeded = await runCommand(command, args, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
      NEXT_TELEMETRY_DISABLED: '1',
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  const seconds = (performance.now() - startedAtMs) / 1000
  return { name: step.name, seconds, ...countStep(step.report, reportPath, hasSucceeded) }
}

function printTable(outcomes: readonly Outcome[]): void {
  const row = (...cells: (string | number)[]) =>
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(8) : String(cell).padStart(9))).join('')
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
  const outcomes: Outcome[] = []
  for (const step of STEPS) {
    if (isInterrupted || (names.length > 0 && !names.includes(step.name))) continue
    outcomes.push(await runStep(step, scripts[step.name] ?? 'false', reportDir))
  }
  rmSync(reportDir, { recursive: true, force: true })
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  printTable(outcomes)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') > 0 || isInterrupted ? 1 : 0)
}
