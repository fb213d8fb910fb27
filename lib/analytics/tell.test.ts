import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { spyOn } from 'jest-mock'
import { CustomerInteraction } from '#contract/analytics.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { INTERACTIONS } from './moments.ts'
import { tellBrowserOpened, tellInteraction, tellUsage } from './tell.ts'

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

test('every event of the contract has its moment', () => {
  const sent = Object.values(INTERACTIONS).map(({ event }) => event)
  expect(sent.sort()).toEqual([...CustomerInteraction.options].sort())
})

test('a moment is told of once for what it is about', () => {
  tellInteraction('person_created', 'anna')
  tellInteraction('person_created', 'anna')
  tellInteraction('person_created', 'berta')
  tellInteraction('purchase_paid', 'anna')
  expect(events()).toEqual([
    interaction('significantConversionStep1'),
    interaction('significantConversionStep1'),
    interaction('significantConversionStep3'),
  ])
})

test('what did not arrive may be told again, and nobody notices', async () => {
  call.mockRejectedValueOnce(new Error('offline'))
  tellInteraction('offers_seen', 'carla')
  await new Promise(setImmediate)
  tellInteraction('offers_seen', 'carla')
  tellInteraction('offers_seen', 'carla')
  expect(events()).toEqual([interaction('purchaseOptionSeen'), interaction('purchaseOptionSeen')])
})

test('the first page is told of once in a browser, over its pages', () => {
  let text: string | null = null
  const kept = { read: () => text, write: (to: string) => void (text = to), remove: () => void (text = null) }
  tellBrowserOpened(kept)
  tellBrowserOpened(kept)
  expect(events()).toEqual([interaction('firstOpen')])
})

test('what somebody does is noted each time', async () => {
  call.mockRejectedValueOnce(new Error('offline'))
  const body = { userImageKey: 'k'.repeat(22) }
  tellUsage('headshot_downloaded', { body })
  tellUsage('headshot_downloaded', { body })
  tellUsage('upscaling_wanted', { body })
  tellUsage('results_opened', { body: { personid: 'p', bundleid: 'b' } })
  await new Promise(setImmediate)
  expect(events()).toEqual([
    ['logImageDownloaded', { body }],
    ['logImageDownloaded', { body }],
    ['logUpscalingClicked', { body }],
    ['logResultsClicked', { body: { personid: 'p', bundleid: 'b' } }],
  ])
})
