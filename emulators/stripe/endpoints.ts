import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, type State } from './state.ts'

const Parameters = z.strictObject({
  url: z.string(),
  enabled_events: z.array(z.string()).min(1),
  description: z.string().nullable().default(null),
  metadata: Metadata.default({}),
  api_version: z.string().optional(),
})

function assertUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    })
  }
}

/** The secret is told once, in this answer. @throws StripeFault */
export function createEndpoint(state: State, parameters: Values): Stripe.WebhookEndpoint {
  const given = supported(Parameters, parameters)
  assertUrl(given.url)
  return keep(state, { ...given, secret: newId('whsec', 32) })
}

function keep(state: State, given: z.output<typeof Parameters> & { secret: string }): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: given.api_version ?? null,
    application: null,
    created: state.now(),
    description: given.description,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: given.metadata,
    secret: given.secret,
    status: 'enabled',
    url: given.url,
  }
  state.store.put('endpoints', endpoint)
  return endpoint
}

/**
 * Creates or updates the endpoint given on the command line: one, however often the emulator is started, even at a
 * new address.
 */
export function ensureEndpoint(state: State, hook: { url: string; secret: string; events: string[] }): void {
  state.store.commit(() => {
    const known = state.store.all('endpoints').find(({ secret }) => secret === hook.secret)
    if (known) state.store.put('endpoints', { ...known, url: hook.url, enabled_events: hook.events })
    else keep(state, { ...hook, enabled_events: hook.events, description: null, metadata: {} })
  })
}

export function updateEndpoint(state: State, id: string, parameters: Values): Stripe.WebhookEndpoint {
  const given = supported(
    z.strictObject({
      url: z.string().optional(),
      enabled_events: z.array(z.string()).optional(),
      disabled: z.boolean().optional(),
      description: z.string().nullable().optional(),
      metadata: Metadata.optional(),
    }),
    parameters,
  )
  if (given.url !== undefined) assertUrl(given.url)
  const before = find(state, 'endpoints', id)
  const changed: Stripe.WebhookEndpoint = {
    ...before,
    url: given.url ?? before.url,
    enabled_events: given.enabled_events ?? before.enabled_events,
    description: given.description === undefined ? before.description : given.description,
    status: given.disabled === undefined ? before.status : given.disabled ? 'disabled' : 'enabled',
    metadata: { ...before.metadata, ...given.metadata },
  }
  state.store.put('endpoints', changed)
  return changed
}

/** The endpoint as every answer after the first shows it. */
export function withoutSecret({
  secret: _secret,
  ...endpoint
}: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return endpoint
}

export function deleteEndpoint(state: State, id: string) {
  find(state, 'endpoints', id)
  state.store.remove('endpoints', id)
  return { id, object: 'webhook_endpoint' as const, deleted: true as const }
}
