export interface AnsweredCall {
  /** The pattern of the route, never the address: that carries names and signatures. */
  route: string
  method: string
  status: number
  seconds: number
}

export interface EndedJob {
  name: string
  /** `given_back` is what a stopping process cut off: another goes on with it. */
  outcome: 'done' | 'failed' | 'given_back'
  seconds: number
}

/** Something that is read when it is asked for. */
export interface Reading {
  /** In the manner of Prometheus: `queue_waiting_jobs`. */
  name: string
  help: string
  labels: readonly string[]
  /** What throws is left out of the answer, and counted. */
  read: () => Promise<{ labels: Readonly<Record<string, string>>; value: number }[]>
}

/** Numbers about this process for whoever operates it; none of them names a person. */
export interface Metrics {
  callAnswered(call: AnsweredCall): void
  jobEnded(job: EndedJob): void
  watch(reading: Reading): void
  /** Everything as text. */
  render(): Promise<{ mediaType: string; text: string }>
}
