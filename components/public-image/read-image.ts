import 'server-only'
import { cache } from 'react'
import type { SharedImage } from '#contract/image-sharing.ts'
import { CallError } from '#lib/api/call-error.ts'
import { endpoints } from '#contract/endpoints.ts'
import { visitorClient } from '#lib/api/server-client.ts'

/** The headshot that is published under a key, asked for once in a request; undefined when there is none. */
export const readImage = cache(async (sharableKey: string): Promise<SharedImage | undefined> => {
  const client = await visitorClient(endpoints)
  try {
    return await client.call('getSharedImage', { query: { sharable_key: sharableKey } })
  } catch (error) {
    const isUnknown =
      error instanceof CallError &&
      (error.code === 'image_share_not_found' || error.code === 'parameter_invalid')
    if (isUnknown) return undefined
    throw error
  }
})
