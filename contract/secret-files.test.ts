import { test } from 'node:test'
import { expect } from 'expect'
import { withSecretFiles } from './secret-files.ts'

const FILES: Record<string, string> = { '/run/secrets/gateway': 'a secret\n' }
const readText = (path: string): string => {
  const text = FILES[path]
  if (text === undefined) throw new Error(`ENOENT ${path}`)
  return text
}

test('a secret is read from its file, and an empty variable is none', () => {
  const env = { GATEWAY_SECRET: '', GATEWAY_SECRET_FILE: '/run/secrets/gateway', SITE_URL: 'http://a' }
  const { environment, mistakes } = withSecretFiles(env, readText)
  expect(mistakes).toEqual([])
  expect(environment).toMatchObject({ GATEWAY_SECRET: 'a secret', SITE_URL: 'http://a' })
})

test('a missing file and two sources are named, no value is', () => {
  const env = { GATEWAY_SECRET: 'given', GATEWAY_SECRET_FILE: '/run/secrets/gateway', BACKUP_KEY_FILE: '/no' }
  expect(withSecretFiles(env, readText).mistakes).toEqual([
    'GATEWAY_SECRET and GATEWAY_SECRET_FILE: set one of them',
    'BACKUP_KEY_FILE cannot be read',
  ])
})

test('a file is read for secrets alone', () => {
  expect(withSecretFiles({ SITE_URL_FILE: '/no' }, readText)).toMatchObject({ mistakes: [] })
})
