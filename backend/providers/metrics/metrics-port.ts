export interface AnsweredCall {
  /** The pattern of the route, never the address: that carries names and signatures. */
  route: string
  method: string
  status: number
  seconds: number
}

export interface EndedJob {
  name: string
  /** `given_back` is a job that a stopping process interrupted: another process continues it. */
  outcome: 'done' | 'failed' | 'given_back'
  seconds: number
}

/** A picture that eye or engine judged, before anybody sees it. */
export interface JudgedHeadshot {
  /** Which made it, as the settings name it. */
  engine: string
  styleId: string
  /** 0 to 1; null without a face. */
  likeness: number | null
  /** Why it is not shown; empty when it is. */
  reasons: readonly string[]
}

/** A job whose answer was lost, and which was submitted and paid again. */
export interface OrphanedJob {
  /** Its name in `ENGINES`. */
  engine: string
}

/** What one of its orders cost at an engine, where orders are paid for. */
export interface ChargedJob {
  /** Its name in `ENGINES`. */
  engine: string
  dollars: number
}

/** A metric that is read on each scrape. */
export interface Reading {
  /** In the manner of Prometheus: `queue_waiting_jobs`. */
  name: string
  help: string
  labels: readonly string[]
  /** A reader that throws is left out of the answer, and counted. */
  read: () => Promise<{ labels: Readonly<Record<string, string>>; value: number }[]>
}

/** Metrics of this process for operators; none of them names a person. */
export interface Metrics {
  callAnswered(call: AnsweredCall): void
  jobEnded(job: EndedJob): void
  headshotJudged(headshot: JudgedHeadshot): void
  /** A paid bundle was handed over. */
  bundleDelivered(): void
  engineCharged(job: ChargedJob): void
  engineOrphaned(job: OrphanedJob): void
  /** Counts the failure of a call or a job, by the port, where a port is away. */
  failed(error: unknown): void
  watch(reading: Reading): void
  /** Everything as text. */
  render(): Promise<{ mediaType: string; text: string }>
}
