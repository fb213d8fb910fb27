import { readFileSync } from 'node:fs'
import { withSecretFiles } from '#contract/secret-files.ts'
import { EnvironmentError } from '#lib/env.ts'

/** Puts the secrets that lie in files into this process's environment. @throws EnvironmentError */
export function loadSecretFiles(): void {
  const { environment, mistakes } = withSecretFiles(process.env, (path) => readFileSync(path, 'utf8'))
  if (mistakes.length > 0) throw new EnvironmentError(mistakes.join('; '))
  Object.assign(process.env, environment)
}
