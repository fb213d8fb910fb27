'use client'

import { useEffect, useState } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Light modules around the code, without which cameras do not recognise it (ISO/IEC 18004). */
const QUIET_MODULES = 4

interface Props {
  text: string
  label: string
}

/** A QR code, dark on light in both themes: cameras are not sure of the reverse. */
export function QrCode({ text, label }: Props) {
  const code = useCode(text)
  if (!code) return <Skeleton className="aspect-square w-full" />
  const sizeModules = code.size + 2 * QUIET_MODULES
  return (
    <svg
      viewBox={`0 0 ${sizeModules} ${sizeModules}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full rounded-sm bg-on-glow text-glow-ink forced-color-adjust-none"
    >
      <path
        transform={`translate(${QUIET_MODULES} ${QUIET_MODULES})`}
        d={pathOf(code.data)}
        fill="currentColor"
      />
    </svg>
  )
}

interface Code {
  size: number
  data: readonly (readonly boolean[])[]
}

/** The encoder comes when a code is shown, not before. */
function useCode(text: string): Code | undefined {
  const [made, setMade] = useState<{ text: string; code: Code }>()
  useEffect(() => {
    let isWanted = true
    void import('uqr').then(({ encode }) => {
      if (isWanted) setMade({ text, code: encode(text, { ecc: 'M', border: 0 }) })
    })
    return () => {
      isWanted = false
    }
  }, [text])
  return made?.text === text ? made.code : undefined
}

/** Dark modules as one path, each run of a row a rectangle. */
export function pathOf(data: Code['data']): string {
  return data
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? '#' : ' '))
          .join('')
          .matchAll(/#+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('')
}
