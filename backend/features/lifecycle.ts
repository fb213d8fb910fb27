/** An event is not allowed in a state: a bug of the caller, never of the input. */
export class LifecycleError extends Error {
  override readonly name = 'LifecycleError'

  constructor(subject: string, state: string, event: string) {
    super(`${subject} in state ${state} cannot take event ${event}`)
  }
}

/** For each state, where each event leads; an absent event is an error. */
export type Transitions<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

export interface Lifecycle<State extends string, Event extends string> {
  transitions: Transitions<State, Event>
  /** Whether the event may happen now. */
  allows(state: State, event: Event): boolean
  /** @throws LifecycleError when the event is not allowed */
  next(state: State, event: Event): State
}

/** A pure `(state, event) -> state | error` table. */
export function defineLifecycle<State extends string, Event extends string>(
  subject: string,
  transitions: Transitions<State, Event>,
): Lifecycle<State, Event> {
  return {
    transitions,
    allows: (state, event) => transitions[state][event] !== undefined,
    next(state, event) {
      const following = transitions[state][event]
      if (following === undefined) throw new LifecycleError(subject, state, event)
      return following
    },
  }
}
