import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Lets go of what nobody holds any more. Callbacks handed to the signing library keep a process alive until they are
 * collected, which in an idle one takes minutes; the product's processes end themselves.
 */
export function collect(): void {
  setFlagsFromString('--expose-gc')
  // A function by the flag above.
  const gc = runInNewContext('gc') as () => void
  gc()
}
