/**
 * Erlang's C: the share of jobs that wait in a queue of random arrivals before `servers` equal servers with exponential times of work.
 * @param load arrivals a second times mean seconds of work, below `servers`
 */
export function shareThatWaits(servers: number, load: number): number {
  // Erlang's B by its recurrence, which overflows nowhere.
  let blocked = 1
  for (let server = 1; server <= servers; server++) blocked = (load * blocked) / (server + load * blocked)
  return (servers * blocked) / (servers - load * (1 - blocked))
}

/** Mean seconds that jobs of such a queue wait. */
export function meanWait(servers: number, load: number, serviceSeconds: number): number {
  return (shareThatWaits(servers, load) * serviceSeconds) / (servers - load)
}
