import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const newSecret = () => randomBytes(32).toString('hex')

const Secrets = z.object({
  /** Signs the addresses of stored files; a change makes the handed-out ones invalid. */
  storageSecret: z.string().min(32).default(newSecret),
  /** What site and backend know each other by. */
  gatewaySecret: z.string().min(32).default(newSecret),
  /** What operators prove themselves by to the API. */
  operatorSecret: z.string().min(32).default(newSecret),
  /** What backend and Stripe emulator know each other by; each hook has its own. */
  stripeSecretKey: z.string().default(() => `sk_test_${newSecret()}`),
  stripeOrdersSecret: z.string().default(() => `whsec_${newSecret()}`),
  stripeSeatsSecret: z.string().default(() => `whsec_${newSecret()}`),
  demoPassword: z
    .string()
    .min(12)
    .default(() => randomBytes(9).toString('base64url')),
})
export type Secrets = z.infer<typeof Secrets>

/** Made when first wanted and kept in the data folder, readable by its owner alone. */
export function readOrCreateSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  const kept: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const secrets = Secrets.parse(kept)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
