import type { Kept } from './kept.ts'

/** What a browser would keep. */
export function keptInMemory(): Kept & { text: string | null } {
  return {
    text: null,
    read() {
      return this.text
    },
    write(next) {
      this.text = next
    },
    remove() {
      this.text = null
    },
  }
}
