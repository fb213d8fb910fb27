import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { FEEDBACK_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'

const RATE = '/persons/bundle/add_user_rating/'

let door: Awaited<ReturnType<typeof openDoor>>
let owner: ReturnType<typeof signedIn>
let ids: { personid: string; bundleid: string }
before(async () => {
  door = await openDoor()
  const person = await door.world.personWithSelfies(4)
  ids = { personid: person.id, bundleid: await person.buy() }
  owner = signedIn(door.app, person.uid)
})
after(() => door.close())

const personUrl = () => `/feedback/person?personid=${ids.personid}`
const bundleUrl = () => `/feedback/person/bundle?${new URLSearchParams(ids).toString()}`
const withTime = (said: object) => ({ ...said, givenAt: expect.any(String) })

testEach([
  ['a person', '/feedback/person', personUrl],
  ['a bundle', '/feedback/person/bundle', bundleUrl],
])('the last feedback on %s replaces earlier feedback', async (_of, path, url) => {
  expect((await owner.get(url())).json()).toEqual({ feedback: null })
  await owner.post(path, { ...ids, rating: 2, text: 'Too dark.', wantsContact: true })
  expect((await owner.get(url())).json()).toEqual({
    feedback: withTime({ rating: 2, text: 'Too dark.', wantsContact: true }),
  })
  const said = await owner.post(path, { ...ids, rating: 5 })
  expect(said.json()).toEqual(withTime({ rating: 5, text: '', wantsContact: false }))
  expect((await owner.get(url())).json()).toEqual({ feedback: said.json() })
})

test('a bundle is rated without a text, and shows its stars', async () => {
  await owner.post('/feedback/person/bundle', { ...ids, rating: 3, text: 'Nice light.' })
  const rated = await owner.put(RATE, { ...ids, rating: 4 })
  expect(rated.json()).toEqual({ bundleId: ids.bundleid, userRating: 4 })
  expect((await owner.get(bundleUrl())).json()).toMatchObject({
    feedback: { rating: 4, text: 'Nice light.' },
  })
  const query = new URLSearchParams(ids).toString()
  expect((await owner.get(`/persons/bundle?${query}`)).json()).toMatchObject({ userRating: 4 })
})

testEach([
  ['rating', { rating: 0 }],
  ['rating', { rating: 6 }],
  ['rating', { rating: 4.5 }],
  ['text', { rating: 4, text: 'x'.repeat(FEEDBACK_TEXT_MAX_LENGTH + 1) }],
])('%s has bounds: %j', async (parameter, given) => {
  const answer = await owner.post('/feedback/person', { ...ids, ...given })
  expect(errorOf(answer)).toEqual({ status: 400, code: 'body_invalid', parameter })
})

test('a bundle of another person of the same user is not found', async () => {
  const other = await door.world.personWithSelfies(1)
  const theirs = signedIn(door.app, other.uid)
  const mixed = { personid: other.id, bundleid: ids.bundleid, rating: 4 }
  for (const answer of [await theirs.put(RATE, mixed), await theirs.post('/feedback/person/bundle', mixed)]) {
    expect(errorOf(answer)).toEqual({ status: 404, code: 'bundle_not_found' })
  }
})

test('deleting a person deletes their feedback', async () => {
  const { queries } = door.world.database
  const { personFeedback, bundleFeedback, persons } = tables
  await queries.delete(persons).where(eq(persons.id, ids.personid))
  expect(await queries.select().from(personFeedback)).toEqual([])
  expect(await queries.select().from(bundleFeedback)).toEqual([])
})
