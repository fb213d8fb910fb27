export interface HealthDeps {
  /** What this process cannot do its work without, by name; each throws when it is not there. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  timeoutMs?: number
}

const CHECK_TIMEOUT_MS = 3_000

export interface Health {
  /** What does not answer in time, by name; a process that is stopping says so. Empty: calls may come. */
  missing(): Promise<string[]>
  /** From now on it is not ready. */
  stop(): void
}

/** Whether this process can do its work now. */
export function createHealth({ checks, timeoutMs = CHECK_TIMEOUT_MS }: HealthDeps): Health {
  let isStopping = false
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
      if (isStopping) return ['stopping']
      const names = Object.keys(checks)
      const there = await Promise.all(Object.values(checks).map(isThere))
      return names.filter((_name, index) => there[index] === false)
    },
    stop() {
      isStopping = true
    },
  }
}
