import type { LocalStorageItem } from './local-storage-item.ts'

/** An item that lives in memory; `text` is what a browser would keep. */
export function itemInMemory(): LocalStorageItem & { text: string | null } {
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
