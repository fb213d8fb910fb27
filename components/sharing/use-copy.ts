'use client'

import { useEffect, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'failed'

/** "Copied" is said this long. */
const SAID_MS = 4_000

/** Copies texts, and says for a moment whether that worked; browsers may refuse. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), SAID_MS)
    return () => clearTimeout(timer)
  }, [state])
  return {
    state,
    copy: async (text) => {
      try {
        await navigator.clipboard.writeText(text)
        setState('copied')
        return true
      } catch {
        setState('failed')
        return false
      }
    },
  }
}
