import { z } from 'zod'

const Addresses = z.object({
  siteUrl: z.url(),
  inboxUrl: z.url(),
  authUrl: z.url(),
  projectId: z.string(),
  /** Holds the drawn selfies, one folder per purpose. */
  selfiesDir: z.string(),
  /** The product's folder, if it has seeded users to claim. */
  peopleDir: z.string().optional(),
})
export type Addresses = z.infer<typeof Addresses>

const VARIABLE = 'PRODUCT_UNDER_TEST'

/** Playwright hands the environment of the global set-up on to its workers. */
export function announceProduct(addresses: Addresses): void {
  process.env[VARIABLE] = JSON.stringify(addresses)
}

export function productUnderTest(): Addresses {
  return Addresses.parse(JSON.parse(process.env[VARIABLE] ?? 'null'))
}
