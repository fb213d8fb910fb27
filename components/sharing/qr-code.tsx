'use client'

import { useEffect, useState } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Quiet zone around the code, in modules (ISO/IEC 18004 asks for four). */
const BORDER = 4

interface Drawn {
  size: number
  path: string
}

/** A text as a QR code, drawn with what is loaded only then. Dark on light in both themes, as scanners want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    let isWanted = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: BORDER, ecc: 'M' })
      if (isWanted) setDrawn({ size, path: pathOf(data) })
    })
    return () => {
      isWanted = false
    }
  }, [text])
  if (!drawn) return <Skeleton className="aspect-square w-full" />
  return (
    <svg
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="aspect-square w-full rounded-sm bg-sheet-ink text-sheet"
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  )
}

/** One rectangle for each run of dark modules. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
}
