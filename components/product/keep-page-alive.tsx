'use client'

import { useEffect } from 'react'
import { reloadForGoneScripts } from '#lib/browser/gone-scripts.ts'
import { followTranslations } from '#lib/browser/translated-page.ts'

let isFollowing = false

/** Lets a page go on that its browser translates, and one whose build the server has no longer. */
export function KeepPageAlive() {
  useEffect(() => {
    if (isFollowing) return
    isFollowing = true
    followTranslations(document)
    reloadForGoneScripts()
  }, [])
  return null
}
