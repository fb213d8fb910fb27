import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({
  /** Signs the addresses of stored files; a change makes the handed-out ones invalid. */
  storageSecret: z.string().min(32),
  demoPassword: z.string().min(12),
})
export type Secrets = z.infer<typeof Secrets>

/** Made at the first start and kept in the data folder, readable by its owner alone. */
export function readOrCreateSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')))
  const secrets = {
    storageSecret: randomBytes(32).toString('hex'),
    demoPassword: randomBytes(9).toString('base64url'),
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
