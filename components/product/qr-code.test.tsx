import { expect, test } from '@jest/globals'
import { encode } from 'uqr'
import { pathOf } from './qr-code.tsx'

test('the drawn code has exactly the dark modules of the encoded one', () => {
  const { data } = encode('https://alpenlicht.example/de/upload/0123456789abcdefghijkl', { border: 0 })
  const drawn = data.map((row) => row.map(() => false))
  for (const [, x, y, width] of pathOf(data).matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let i = 0; i < Number(width); i++) (drawn[Number(y)] ?? [])[Number(x) + i] = true
  expect(drawn).toEqual(data)
})
