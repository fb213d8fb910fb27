import { expect } from 'expect'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isInstalled, settingsOfNpm } from './pnpm.mjs'

test('pnpm goes to the registry that npm goes to, and by the same way', () => {
  const printed =
    'registry=https://packages.example.com/npm/?a=b\ncafile=/etc/ca.pem\nhttps-proxy=null\nproxy=null\nnoproxy=\nstrict-ssl=true\n'
  expect(settingsOfNpm(printed)).toEqual({
    pnpm_config_registry: 'https://packages.example.com/npm/?a=b',
    pnpm_config_cafile: '/etc/ca.pem',
    pnpm_config_strict_ssl: 'true',
  })
  expect(settingsOfNpm('')).toEqual({})
})

test('packages are installed where pnpm wrote down the same lock, and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    expect(isInstalled(folder)).toBe(false)
    writeFileSync(join(folder, 'pnpm-lock.yaml'), 'new')
    expect(isInstalled(folder)).toBe(false)
    mkdirSync(join(folder, 'node_modules/.pnpm'), { recursive: true })
    for (const [kept, expected] of [['old', false] as const, ['new', true] as const]) {
      writeFileSync(join(folder, 'node_modules/.pnpm/lock.yaml'), kept)
      expect(isInstalled(folder)).toBe(expected)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
