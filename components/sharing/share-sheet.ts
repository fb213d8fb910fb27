'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the device has a sheet of its own for sharing; false until the page's script runs. */
export function useHasShareSheet(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )
}

/** Opens the share sheet. True after a share; false when the user canceled. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false
    throw error
  }
}
