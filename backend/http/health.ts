export interface HealthDeps {
  /** The dependencies of this process, by name; each throws when it is unavailable. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  timeoutMs?: number
}

const CHECK_TIMEOUT_MS = 3_000

export interface Health {
  /**
   * The names of dependencies that do not answer in time; `stopping` while the process stops. Empty: ready for calls.
   */
  missing(): Promise<string[]>
  /** From now on the process is not ready. */
  stop(): void
  isStopping(): boolean
}

/** Whether this process can do its work now. */
export function createHealth({ checks, timeoutMs = CHECK_TIMEOUT_MS }: HealthDeps): Health {
  let stops = false
  const isThere = async (check: () => Promise<unknown>): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    const answer = check().then(
      () => true,
      () => false,
    )
    const there = await Promise.race([answer, late])
    clearTimeout(timer)
    return there
  }
  return {
    async missing() {
      if (stops) return ['stopping']
      const names = Object.keys(checks)
      const there = await Promise.all(Object.values(checks).map(isThere))
      return names.filter((_name, index) => there[index] === false)
    },
    stop() {
      stops = true
    },
    isStopping: () => stops,
  }
}
