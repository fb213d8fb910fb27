import { CodeKeeper } from '#components/shell/code-keeper.tsx'
import { Footer } from '#components/shell/footer.tsx'
import { PublicHeader } from '#components/shell/public-header.tsx'
import type { ReactNode } from 'react'

export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <CodeKeeper />
      <PublicHeader />
      <main id="main">{children}</main>
      <Footer />
    </>
  )
}
