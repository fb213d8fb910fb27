import { isLook, type StyleId, type StyleNeed } from '#contract/styles.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'

/** The ability that an engine needs to train for a style; null where any engine may. Pure. */
export function needOf(styleId: StyleId, promises: StylePromises): StyleNeed | null {
  return isLook(styleId) ? 'generates' : (promises.of(styleId)?.needs ?? null)
}

/**
 * Whether the model of a training makes a style: a look only where it was trained to generate, another style where it was trained
 * by an engine of the kind that makes it today. Pure.
 */
export function servesStyle(
  { needs }: { needs: StyleNeed | null },
  styleId: StyleId,
  promises: StylePromises,
): boolean {
  const wanted = needOf(styleId, promises)
  return needs === wanted || (!isLook(styleId) && (needs === null || wanted === null))
}
