import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expect } from 'expect'
import { OPERATOR_COMMANDS } from '#contract/operator-commands.ts'
import { root } from '#scripts/start/root.ts'

const runbook = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const quoted = [...runbook.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')

test('the runbook names every command of operators', () => {
  const named = new Set(quoted.map((code) => code.split(' ')[0]))
  expect(OPERATOR_COMMANDS.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([])
})

test('every option that the runbook gives a command is one of it', () => {
  const given = quoted.flatMap((code) => {
    const command = OPERATOR_COMMANDS.find(({ name }) => name === code.split(' ')[0])
    if (!command) return []
    const known = ['why', 'by', 'json', ...command.options.map(({ name }) => name)]
    return [...code.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => {
      const name = option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return { code, option, isKnown: known.includes(name) }
    })
  })
  expect(given.length).toBeGreaterThan(5)
  expect(given.filter(({ isKnown }) => !isKnown)).toEqual([])
})

test('every npm script, test and drill of the runbook is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const run = quoted.flatMap((code) => /^npm run ([\w:]+)/.exec(code)?.[1] ?? [])
  expect(run.filter((name) => !(name in scripts))).toEqual([])
  const files = quoted.filter((code) => code.endsWith('.test.ts'))
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every alert that leads to the runbook names a heading of it', () => {
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const wanted = [...alerts.matchAll(/docs\/operations\.md, ([^\n.]+)\./g)].map(([, heading]) => heading)
  expect(wanted).not.toEqual([])
  expect(wanted.filter((heading) => !headings.includes(heading))).toEqual([])
})
