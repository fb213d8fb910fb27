import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, type World } from './state.ts'

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
export function createEndpoint(world: World, parameters: Values): Stripe.WebhookEndpoint {
  const given = supported(Parameters, parameters)
  assertUrl(given.url)
  return keep(world, { ...given, secret: newId('whsec', 32) })
}

function keep(world: World, given: z.output<typeof Parameters> & { secret: string }): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: given.api_version ?? null,
    application: null,
    created: world.now(),
    description: given.description,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: given.metadata,
    secret: given.secret,
    status: 'enabled',
    url: given.url,
  }
  world.store.put('endpoints', endpoint)
  return endpoint
}

/** An endpoint of the command line: there once, however often the emulator is started, and wherever it moved. */
export function ensureEndpoint(world: World, hook: { url: string; secret: string; events: string[] }): void {
  world.store.commit(() => {
    const known = world.store.all('endpoints').find(({ secret }) => secret === hook.secret)
    if (known) world.store.put('endpoints', { ...known, url: hook.url, enabled_events: hook.events })
    else keep(world, { ...hook, enabled_events: hook.events, description: null, metadata: {} })
  })
}

export function updateEndpoint(world: World, id: string, parameters: Values): Stripe.WebhookEndpoint {
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
  const before = find(world, 'endpoints', id)
  const changed: Stripe.WebhookEndpoint = {
    ...before,
    url: given.url ?? before.url,
    enabled_events: given.enabled_events ?? before.enabled_events,
    description: given.description === undefined ? before.description : given.description,
    status: given.disabled === undefined ? before.status : given.disabled ? 'disabled' : 'enabled',
    metadata: { ...before.metadata, ...given.metadata },
  }
  world.store.put('endpoints', changed)
  return changed
}

/** As everybody after the first answer sees it. */
export function withoutSecret({
  secret: _secret,
  ...endpoint
}: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return endpoint
}

export function deleteEndpoint(world: World, id: string) {
  find(world, 'endpoints', id)
  world.store.remove('endpoints', id)
  return { id, object: 'webhook_endpoint' as const, deleted: true as const }
}
