/** Lets so many pass as it was opened for; of those who wait, anybody may be the next. */
export function createGate(random: () => number) {
  const waiting: (() => void)[] = []
  let passed = 0
  let limit = 0
  const admit = () => {
    while (passed < limit && waiting.length > 0) {
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
      passed += 1
      next?.()
    }
  }
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        admit()
      }),
    /** From now on `count` may pass in all. */
    open(count: number): void {
      limit = count
      admit()
    },
  }
}
