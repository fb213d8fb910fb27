/** One row of the table. */
export interface Measurement {
  what: string
  figure: string
  /** The bar and whether it was met; empty for a row without one. */
  bar: string
}

export const met = (isMet: boolean, bar: string) => `${bar}: ${isMet ? 'met' : 'missed'}`

/** @param value in milliseconds */
export function ms(what: string, value: number, bar = ''): Measurement {
  return { what, figure: `${value.toFixed(1)} ms`, bar }
}
