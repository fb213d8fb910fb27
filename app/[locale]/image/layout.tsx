import { Header } from '#components/shell/header.tsx'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'

/** The address is the key to the picture: it goes nowhere from here, and into no index. */
export const metadata: Metadata = { robots: { index: false }, referrer: 'no-referrer' }

export default function ImageLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Header />
      {children}
    </>
  )
}
