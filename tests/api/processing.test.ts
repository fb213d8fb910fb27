import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { LOCALES } from '#contract/locales.ts'
import { Processing } from '#contract/processing.ts'
import { testEach } from '#tests/support/each.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { openDoor } from './support/door.ts'

let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor()
})
after(() => door.close())

test('anybody may read where pictures are; and never from a cache: a consent names what it says', async () => {
  const answer = await door.app.inject({ url: '/processing' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(Processing.parse(answer.json())).toEqual(door.world.ports.processing)
})

testEach(LOCALES)('the agreement for companies in %s names the seller, and has no blanks', async (locale) => {
  const answer = await door.app.inject({ url: `/processing/agreement?locale=${locale}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  const text = pdfText(answer.rawPayload)
  for (const word of ['Studio GmbH', '8000 Zürich', 'office@studio.example']) expect(text).toContain(word)
  expect(text).not.toMatch(/[{}]/)
})
