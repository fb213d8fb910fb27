import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
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
      <main id="main">{children}</main>
      <Footer path={path} />
    </>
  )
}
