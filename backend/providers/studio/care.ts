import type { CareDegree, Cares } from '#contract/cares.ts'
import { CARES, NO_CARE } from '#studio/render/cares.ts'
import type { Care } from '#studio/render/cares.ts'

/** The studio's degrees, 0 to 1. */
const DEGREES: Readonly<Record<CareDegree, number>> = { light: 0.5, full: 1 }

/** The owner's cares as the studio's parameters. Pure. */
export function careOf(cares: Cares): Care {
  const care = { ...NO_CARE }
  for (const name of CARES) {
    const degree = cares[name]
    if (degree) care[name] = DEGREES[degree]
  }
  return care
}
