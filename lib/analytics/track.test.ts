import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { spyOn } from 'jest-mock'
import { CustomerInteraction } from '#contract/analytics.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { INTERACTIONS } from './tracked-events.ts'
import { trackBrowserOpened, trackInteraction, trackUsage } from './track.ts'

const call = spyOn(browserClient(), 'call')

beforeEach(() => {
  call.mockReset()
  call.mockResolvedValue({ recorded: true })
})

const events = () => call.mock.calls.map(([name, input]) => [name, input])
const interaction = (event: CustomerInteraction) => [
  'reportCustomerInteraction',
  { body: { event, platform: 'website' } },
]

test('every event of the contract is sent by an interaction', () => {
  const sent = Object.values(INTERACTIONS).map(({ event }) => event)
  expect(sent.sort()).toEqual([...CustomerInteraction.options].sort())
})

test('an interaction is sent once for its subject', () => {
  trackInteraction('person_created', 'anna')
  trackInteraction('person_created', 'anna')
  trackInteraction('person_created', 'berta')
  trackInteraction('purchase_paid', 'anna')
  expect(events()).toEqual([
    interaction('significantConversionStep1'),
    interaction('significantConversionStep1'),
    interaction('significantConversionStep3'),
  ])
})

test('an event that did not arrive is sent at the next occasion, and the page sees no error', async () => {
  call.mockRejectedValueOnce(new Error('offline'))
  trackInteraction('offers_seen', 'carla')
  await new Promise(setImmediate)
  trackInteraction('offers_seen', 'carla')
  trackInteraction('offers_seen', 'carla')
  expect(events()).toEqual([interaction('purchaseOptionSeen'), interaction('purchaseOptionSeen')])
})

test('the first page is sent once in a browser, over its pages', () => {
  let text: string | null = null
  const kept = { read: () => text, write: (to: string) => void (text = to), remove: () => void (text = null) }
  trackBrowserOpened(kept)
  trackBrowserOpened(kept)
  expect(events()).toEqual([interaction('firstOpen')])
})

test('usage is logged each time', async () => {
  call.mockRejectedValueOnce(new Error('offline'))
  const body = { userImageKey: 'k'.repeat(22) }
  trackUsage('headshot_downloaded', { body })
  trackUsage('headshot_downloaded', { body })
  trackUsage('upscaling_wanted', { body })
  trackUsage('results_opened', { body: { personid: 'p', bundleid: 'b' } })
  await new Promise(setImmediate)
  expect(events()).toEqual([
    ['logImageDownloaded', { body }],
    ['logImageDownloaded', { body }],
    ['logUpscalingClicked', { body }],
    ['logResultsClicked', { body: { personid: 'p', bundleid: 'b' } }],
  ])
})
