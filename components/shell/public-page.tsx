import type { ReactNode } from 'react'
import { ON_SIGN } from '#lib/prerendered/on-sign.ts'
import { Alive } from './alive.tsx'
import { Footer } from './footer.tsx'
import { LoadAhead } from './load-ahead.tsx'
import { PublicHeader } from './public-header.tsx'

interface Props {
  /** The page after its language, starting with a slash; empty for the home page. The other languages are linked by it. */
  path: string
  children: ReactNode
}

/** Head, matter and foot of a page anybody may see. */
export function PublicPage({ path, children }: Props) {
  return (
    <>
      <PublicHeader path={path} />
      <main id="main" {...ON_SIGN}>
        {children}
      </main>
      <Footer path={path} />
      <LoadAhead />
      <Alive />
    </>
  )
}
