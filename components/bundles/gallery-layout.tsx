'use client'

import type { ReactNode } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Of the frames of a contact sheet. */
export const SHEET = 'grid grid-cols-4 gap-1.5 sm:gap-2'

/** The contact sheet and the chosen headshot, side by side, or on a phone the chosen one first. */
export function GalleryLayout({ sheet, chosen }: { sheet: ReactNode; chosen: ReactNode }) {
  return (
    <div className="mt-8 grid gap-8 md:grid-cols-12 lg:gap-10">
      <div className="md:col-span-6 lg:col-span-7">{sheet}</div>
      <div className="order-first md:order-none md:col-span-6 lg:col-span-5">{chosen}</div>
    </div>
  )
}

/** Before the first headshot is there. */
export function GallerySkeleton({ count }: { count: number }) {
  return (
    <GalleryLayout
      sheet={
        <div className={SHEET}>
          <FramesToCome count={count} />
        </div>
      }
      chosen={
        <>
          <Skeleton className="aspect-4/5" />
          {/* As high as a headshot's texts and actions. */}
          <div className="h-104 lg:h-88">
            <Skeleton className="mt-2 h-11" />
            <Skeleton className="mt-3 h-13" />
            <Skeleton className="mt-4 h-12" />
          </div>
        </>
      }
    />
  )
}

export function FramesToCome({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className="aspect-4/5" />)
}
