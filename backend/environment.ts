import { readFileSync } from 'node:fs'
import { withSecretFiles } from '#contract/secret-files.ts'

/** The environment does not say what a process needs; the message names each setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The environment with the secrets that lie in files, without empty variables. @throws ConfigError */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const { environment, mistakes } = withSecretFiles(env, (path) => readFileSync(path, 'utf8'))
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('; '))
  return environment
}
