import { test } from 'node:test'
import { expect } from 'expect'
import { replicateHooks, vendorHookBase } from './vendor-hooks.ts'

test('a vendor gets no hook address that it cannot reach', () => {
  const base = (siteUrl: string, baseUrl: string) => vendorHookBase(siteUrl, { kind: 'fal', baseUrl })
  expect(base('https://site.example/', 'https://queue.fal.run')).toBe(
    'https://site.example/engines/hooks?engine=fal',
  )
  expect(base('http://localhost:3000', 'https://queue.fal.run')).toBeNull()
  expect(base('http://localhost:3000', 'http://127.0.0.1:9')).toBe(
    'http://localhost:3000/engines/hooks?engine=fal',
  )
})

test('the secret of an account is asked for until there is an answer, then never again', async () => {
  const answers = [
    () => Promise.reject(new Error('away')),
    () => Promise.resolve(`whsec_${btoa('0123456789abcdef')}`),
  ]
  let asked = 0
  const readHook = replicateHooks(() => answers[asked++]?.() ?? Promise.reject(new Error('asked again')))
  const hook = { headers: {}, body: new Uint8Array() }
  await expect(readHook(hook)).rejects.toThrow('away')
  expect(await readHook(hook)).toBeNull()
  expect(await readHook(hook)).toBeNull()
})
