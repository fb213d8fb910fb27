'use client'

import { useEffect } from 'react'
import { followTranslations } from '#lib/browser/translated-page.ts'

let isFollowing = false

/** Lets a page go on that its browser translates. */
export function FollowTranslations() {
  useEffect(() => {
    if (isFollowing) return
    isFollowing = true
    followTranslations(document)
  }, [])
  return null
}
