/** One row of the table. */
export interface Measurement {
  what: string
  figure: string
  /** The bar and whether it was met; empty where the row has none. */
  bar: string
}

export const met = (isMet: boolean, bar: string) => `${bar}: ${isMet ? 'met' : 'missed'}`
