import { CaptureUrlCodes } from '#components/shell/capture-url-codes.tsx'
import type { ReactNode } from 'react'

/** Each page brings its own head and foot, which lead to the same page in the other languages. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <CaptureUrlCodes />
      {children}
    </>
  )
}
