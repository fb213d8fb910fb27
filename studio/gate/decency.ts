import { isNude } from '#studio/intake/checks.ts'
import { nudityOf, readNudity } from '#studio/nets/nudity.ts'
import type { Raster } from '#studio/raster.ts'
import type { GateVerdict } from './gate.ts'

/**
 * The verdict on a picture from elsewhere once it was seen whether anybody in it is dressed. The studio's own headshots are
 * made of selfies that were asked the same.
 */
export async function judgeDecency(raster: Raster, verdict: GateVerdict): Promise<GateVerdict> {
  return withDecency(verdict, nudityOf(await readNudity(raster)))
}

/** @param nudity see `nudityOf` */
export function withDecency(verdict: GateVerdict, nudity: number): GateVerdict {
  if (!isNude({ nudity })) return verdict
  return { ...verdict, passed: false, reasons: [...verdict.reasons, 'nudity'] }
}
