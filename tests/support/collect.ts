import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. Callbacks passed to the signing library keep a process alive until they are collected, which
 * takes minutes in an idle process; the product's own processes exit explicitly.
 */
export function collect(): void {
  setFlagsFromString('--expose-gc')
  // A function by the flag above.
  const gc = runInNewContext('gc') as () => void
  gc()
}
