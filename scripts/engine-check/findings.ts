/** The port's promises, in the order of the report. */
export const PROMISES = {
  profile: 'says what it is, where it works and what it keeps; its licence allows commercial use',
  health: 'answers, takes the key, and is ready',
  unknown: 'an id that was never ordered is lost, and ending it is no error',
  cancel: 'a canceled job ends',
  train: 'makes a model of the selfies',
  repeat: 'an order sent again under its id is not done again',
  model: 'its own model is read, and no other',
  plan: 'as many framings are planned as the selfies promise',
  render: 'makes a picture of each shot',
  forward: 'the states of a job move forward only',
  hook: 'a hook tells of the job',
  picture: 'a picture has its size, its hash and its thumbnail',
  face: 'there is one face in each picture',
  mark: 'each picture says that it was generated',
  new: 'each picture is a new one, none of the selfies',
  likeness: 'it is the person of the selfies',
  cost: 'what an order cost is recorded',
  delete: 'a model is deleted until that is confirmed, and gone then',
  clean: 'nothing that was ordered is left',
} as const
export type PromiseName = keyof typeof PROMISES

export interface Finding {
  promise: PromiseName
  outcome: 'held' | 'broken' | 'not checked'
  /** What was measured; null where nothing was. */
  measured: string | null
  /** Why, where it is broken or not checked. */
  note: string | null
}

/** A promise is broken; the message says how. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly measured: string | null

  constructor(note: string, measured: string | null = null) {
    super(note)
    this.measured = measured
  }
}

const NOTE_LONGEST = 400

/**
 * Collects the findings, one for each promise.
 * @param options `secrets` are removed from each finding's text; once `signal` aborts, only `clean` is checked
 */
export function createFindings(options: {
  tell: (finding: Finding) => unknown
  secrets: readonly string[]
  signal: AbortSignal
}) {
  const { tell, secrets, signal } = options
  const found = new Map<PromiseName, Finding>()
  const withoutSecrets = (text: string | null): string | null =>
    text && secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text).slice(0, NOTE_LONGEST)
  const note = async ({ promise, outcome, ...said }: Finding): Promise<void> => {
    if (found.has(promise)) return
    const measured = withoutSecrets(said.measured)
    const finding = { promise, outcome, measured, note: withoutSecrets(said.note) }
    found.set(promise, finding)
    await tell(finding)
  }
  const notChecked = (promise: PromiseName, why: string) =>
    note({ promise, outcome: 'not checked', measured: null, note: why })
  /** Whether the promise is held: the work says what it measured, or throws. What was found already is not tried again. */
  const check = async (promise: PromiseName, work: () => Promise<string> | string): Promise<boolean> => {
    const before = found.get(promise)
    if (before) return before.outcome === 'held'
    try {
      const measured = await work()
      await note({ promise, outcome: 'held', measured, note: null })
      return true
    } catch (error) {
      if (promise !== 'clean') signal.throwIfAborted()
      const measured = error instanceof Broken ? error.measured : null
      await note({ promise, outcome: 'broken', measured, note: messageOf(error) })
      return false
    }
  }
  return {
    check,
    notChecked,

    /** All of them, in their order; promises that were not reached say why. */
    async all(): Promise<Finding[]> {
      const names = Object.keys(PROMISES) as PromiseName[]
      const broken = names.find((name) => found.get(name)?.outcome === 'broken')
      const why = broken === undefined ? 'it was not come to' : `"${broken}" is broken`
      for (const name of names) await notChecked(name, signal.aborted ? 'the command was interrupted' : why)
      return names.flatMap((name) => found.get(name) ?? [])
    },
  }
}
export type Findings = ReturnType<typeof createFindings>

/** With its causes: the outermost alone often says no more than that something failed. */
export function messageOf(error: unknown): string {
  const messages: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message)
  return messages.length > 0 ? [...new Set(messages)].join(': ') : String(error)
}
