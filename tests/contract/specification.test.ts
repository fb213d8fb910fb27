import { test } from 'node:test'
import { expect } from 'expect'
import { requiredKeys, type EndpointDefinition, type HttpMethod } from '#contract/endpoint.ts'
import { endpoints, findEndpoint } from '#contract/endpoints.ts'
import { parametersOf } from '#contract/path.ts'
import { describeEach } from '#tests/support/each.ts'

/** A call in the specification: its paths, the first of them canonical, and its parameters. */
interface SpecifiedCall {
  method: HttpMethod
  readings: readonly [`/${string}`, ...`/${string}`[]]
  /** Names in the query or, in another reading, in the path. */
  parameters?: readonly string[]
  /** `many` and `one`: a multipart form with so many files; `raw`: bytes under a signature. */
  body?: 'json' | 'many' | 'one' | 'raw'
}

const get = (path: `/${string}`, ...parameters: string[]): SpecifiedCall => ({
  method: 'GET',
  readings: [path],
  parameters,
})
const send = (
  method: 'POST' | 'PUT',
  path: `/${string}`,
  body?: SpecifiedCall['body'],
  ...parameters: string[]
): SpecifiedCall => ({ method, readings: [path], parameters, ...(body && { body }) })

/** Section 7 of the specification, group by group in its order. */
const SECTION_7: Readonly<Record<string, readonly SpecifiedCall[]>> = {
  analytics: [
    send('POST', '/analytics/acquisition-channel', 'json'),
    send('POST', '/analytics/customer-interactions', 'json'),
  ],
  discount: [
    {
      method: 'GET',
      readings: ['/discount/validate/{code}', '/discount/validate-code/{code}'],
      parameters: ['code'],
    },
  ],
  feedback: [
    get('/feedback/person', 'personid'),
    send('POST', '/feedback/person', 'json'),
    get('/feedback/person/bundle', 'personid', 'bundleid'),
    send('POST', '/feedback/person/bundle', 'json'),
  ],
  'headshots near me': [
    get('/headshots_near_me/countries'),
    get('/headshots_near_me/country', 'country_id'),
    get('/headshots_near_me/country_slugs'),
    get('/headshots_near_me/cities', 'country_id'),
    get('/headshots_near_me/city', 'country_id', 'city_id'),
    get('/headshots_near_me/city_slugs'),
    get('/headshots_near_me/photographers', 'country_id', 'city_id'),
  ],
  persons: [
    send('PUT', '/persons/bundle/add_user_rating', 'json'),
    send('POST', '/persons/create_and_upload', 'many', 'gender', 'name'),
    send('POST', '/persons/create_new', 'json'),
    get('/persons/get_all'),
    get('/persons/bundles/all_possible', 'personid'),
    get('/persons/get_one', 'personid'),
    get('/persons/bundle', 'personid', 'bundleid'),
    {
      method: 'GET',
      readings: ['/persons/training_status', '/persons/training/status'],
      parameters: ['personid'],
    },
    get('/persons/get_all_upload_images', 'personid'),
    send('PUT', '/persons/register_social_media_share', 'json'),
    send('POST', '/persons/upload_images', 'one', 'personid'),
    send('POST', '/persons/upload_images/presigned_url', undefined, 'personid'),
  ],
  'image share': [
    get('/image_share/get_shareable_key', 'sharable_key'),
    send('POST', '/image_share/make_image_shareable', 'json'),
  ],
  logging: [
    send('PUT', '/logging/user_clicked_upscaling', 'json'),
    send('PUT', '/logging/user_downloaded_image', 'json'),
    send('PUT', '/logging/user_results_clicked', 'json'),
  ],
  'person share': [
    send('POST', '/person_share/person/image-rating', 'json', 'token'),
    get('/person_share/recipient-name', 'token'),
    send('POST', '/person_share/recipient-name', undefined, 'token', 'name'),
    get('/person_share/share-link', 'person_id'),
    get('/person_share/person', 'share_id', 'token'),
    send('POST', '/person_share/register-recipient', undefined, 'share_id'),
  ],
  referral: [
    {
      method: 'GET',
      readings: ['/referal/check_referal_code', '/referal/check-referal-code/{code}'],
      parameters: ['code'],
    },
    get('/referal/get_referal_credits_user'),
    get('/referal/get_referral_code'),
    send('PUT', '/referal/register_code_shared', undefined, 'code'),
    {
      method: 'PUT',
      readings: ['/referal/register_user_refered', '/referal/register-user-refered'],
      body: 'json',
    },
    send('POST', '/referal/use_referal_credits', 'json'),
  ],
  payment: [
    send('POST', '/stripe/create-checkout-session', 'json'),
    send('POST', '/stripe/webhooks', 'raw'),
    send('POST', '/b2b/payment/stripe/webhooks', 'raw'),
  ],
  user: [send('POST', '/user/delete')],
}

/** Mandatory beside what the specification names, each for a reason of its own. */
const REQUIRED_BEYOND: Readonly<Record<string, readonly string[]>> = {
  // A face needs consent to the text of a version.
  '/persons/create_and_upload': ['consent_version'],
  // A signed upload is bound to the type of the file.
  '/persons/upload_images/presigned_url': ['media_type'],
  // A share's id alone opens no access.
  '/person_share/register-recipient': ['token'],
}

const calls = Object.entries(SECTION_7).flatMap(([group, members]) =>
  members.map((call) => ({ group, call, title: `${call.method} ${call.readings[0]}` })),
)

function bodyOf({ body, files, raw }: EndpointDefinition): SpecifiedCall['body'] {
  if (raw) return 'raw'
  if (files) return files.maxCount === 1 ? 'one' : 'many'
  return body && 'json'
}

test('the specification has 47 calls, two of them hooks', () => {
  expect(calls).toHaveLength(47)
  expect(calls.filter(({ call }) => call.body === 'raw')).toHaveLength(2)
})

describeEach(calls)('$group: $title', ({ call }) => {
  const [canonical, ...others] = call.readings
  const definition: EndpointDefinition | undefined = Object.values<EndpointDefinition>(endpoints).find(
    ({ method, path }) => method === call.method && path === canonical,
  )

  test('is served at every path, with or without a trailing slash', () => {
    expect(definition?.aliases).toEqual(others)
    for (const reading of call.readings) {
      const path = reading.replace('{code}', 'ABC123')
      for (const asked of [path, `${path}/`]) {
        expect(findEndpoint(endpoints, call.method, asked)?.definition).toBe(definition)
      }
    }
  })

  test('takes the specified parameters, and requires no others', () => {
    const query = definition?.query
    const known = [...Object.keys(query?.shape ?? {}), ...parametersOf(canonical)]
    expect(known).toEqual(expect.arrayContaining([...(call.parameters ?? [])]))
    const needed = [...(query ? requiredKeys(query) : []), ...parametersOf(canonical)]
    const allowed = [...(call.parameters ?? []), ...(REQUIRED_BEYOND[canonical] ?? [])]
    expect(needed.filter((name) => !allowed.includes(name))).toEqual([])
  })

  test('takes the specified body', () => {
    expect(definition && bodyOf(definition)).toBe(call.body)
  })
})
