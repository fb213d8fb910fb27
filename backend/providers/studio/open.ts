import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { BRAND } from '#contract/brand.ts'
import { createStudio, type Studio } from '#studio/studio.ts'

const THREADS_MAX = 4

/**
 * Opens the studio that eye and engine share, and returns how many pictures it processes at once. Close it after
 * both.
 */
export function openStudio(
  options: { threads?: number | undefined; cutOutNet?: string | null | undefined } = {},
): {
  studio: Studio
  threads: number
} {
  const threads = options.threads ?? Math.min(THREADS_MAX, availableParallelism())
  const { cutOutNet } = options
  const net = cutOutNet === undefined ? {} : { cutOutNet: cutOutNet && resolve(cutOutNet) }
  return { studio: createStudio({ threads, credit: BRAND, ...net }), threads }
}
