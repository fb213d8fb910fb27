/** A command could not be carried out; the message is one sentence. */
export class DoorError extends Error {
  override readonly name = 'DoorError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Where the product is: its API, and what its backend is configured by. */
export interface Place {
  /** Undefined where no product runs, as far as is known. */
  backendUrl: string | undefined
  operatorSecret: string | undefined
  environment: Environment
}
