/** Settings that only their process may read. For each, `<NAME>_FILE` may name a file that has it. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'STORAGE_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'GATEWAY_SECRET',
  'OPERATOR_SECRET',
  'FIREBASE_PRIVATE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_B2B_WEBHOOK_SECRET',
  'SMTP_PASSWORD',
  'C2PA_PRIVATE_KEY',
  'BACKUP_KEY',
  'COG_HOOK_TOKEN',
  'FAL_KEY',
  'REPLICATE_API_TOKEN',
  'BFL_API_KEY',
  'BFL_WEBHOOK_SECRET',
] as const

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment with the secrets that lie in files, as secret stores mount them; an empty variable is left out. What is
 * wrong is in `mistakes`, without the value.
 */
export function withSecretFiles(
  env: Environment,
  readText: (path: string) => string,
): { environment: Record<string, string>; mistakes: string[] } {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value) environment[name] = value
  const mistakes: string[] = []
  for (const name of SECRET_SETTINGS) {
    const path = environment[`${name}_FILE`]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      mistakes.push(`${name} and ${name}_FILE: set one of them`)
      continue
    }
    try {
      environment[name] = readText(path).trim()
    } catch {
      mistakes.push(`${name}_FILE cannot be read`)
    }
  }
  return { environment, mistakes }
}
