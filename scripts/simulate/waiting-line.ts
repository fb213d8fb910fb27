/** First in, first out, in constant time however long it is. */
export interface WaitingLine<T> {
  add: (item: T) => void
  take: () => T | undefined
  length: () => number
}

/** Places that were taken are let go in pieces of so many. */
const PIECE = 4096

export function createWaitingLine<T>(): WaitingLine<T> {
  const items: T[] = []
  let head = 0
  return {
    add(item) {
      items.push(item)
    },
    take() {
      if (head === items.length) return undefined
      const item = items[head]
      head += 1
      if (head === PIECE) {
        items.splice(0, head)
        head = 0
      }
      return item
    },
    length: () => items.length - head,
  }
}
