import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'

/** The engine is well, but has no room: the order was not taken, and waits for its turn. */
export class BusyEngineError extends UnavailableError {
  constructor(options: { reason: string }) {
    super('engine', options)
  }
}
