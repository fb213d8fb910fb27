import { operatorEndpoints, type OperatorAnswer, type OperatorCall } from '#contract/operators.ts'
import { openPorts } from '#backend/compose-ports.ts'
import { readConfig, type Config } from '#backend/config.ts'
import { ConfigError } from '#backend/environment.ts'
import { operatorHandlers } from '#backend/features/operators/operators-feature.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { FolderInUseError } from '#backend/providers/database/folder-lock.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { DoorError, type Environment, type Place } from './place.ts'

const DATABASE_TIMEOUT_MS = 10_000

/** Carries a command out on the product's database, in this process. @throws DoorError */
export async function askHere(
  { environment, operatorSecret }: Place,
  call: OperatorCall,
  body: object,
): Promise<OperatorAnswer> {
  const config = configOf(environment)
  // firebase-admin reads this one itself.
  const emulator = environment['FIREBASE_AUTH_EMULATOR_HOST']
  if (emulator !== undefined) process.env['FIREBASE_AUTH_EMULATOR_HOST'] = emulator
  try {
    const opened = await openPorts(config, {
      waiting: { signal: AbortSignal.timeout(DATABASE_TIMEOUT_MS), onWaiting: () => undefined },
      onError: () => () => undefined,
      supervise: false,
      givesBackOrphans: false,
    })
    try {
      await opened.queue.start(QUEUE_DEFINITIONS)
      // Sound by construction: the handler of this name takes what its own schema parses.
      const handle = operatorHandlers(opened.ports)[call] as (call: object) => Promise<OperatorAnswer>
      return await handle({ body: operatorEndpoints[call].body.parse(body) })
    } finally {
      await opened.queue.stop(0)
      await opened.close()
    }
  } catch (error) {
    if (error instanceof FolderInUseError)
      throw new DoorError(
        operatorSecret === undefined
          ? 'The product runs on this data folder: set OPERATOR_SECRET, here and there, so that its API can be asked.'
          : 'The product runs on this data folder, and its API does not answer: it starts or ends at this moment.',
      )
    if (error instanceof UnavailableError || (error instanceof Error && error.name === 'TimeoutError'))
      throw new DoorError(`A service that the product needs for this is away: ${error.message}.`)
    throw error
  }
}

/** @throws DoorError */
function configOf(environment: Environment): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError)
      throw new DoorError(`The environment is not that of a backend: ${error.message}.`)
    throw error
  }
}
