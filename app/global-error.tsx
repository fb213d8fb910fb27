'use client'

import { CrashView } from '#components/shell/crash-view.tsx'
import { sans, sansExtended } from './fonts.ts'
import './globals.css'

/** The last resort, when even the layout failed; the address still tells the language. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const locale = typeof location === 'undefined' ? undefined : location.pathname.split('/')[1]
  return (
    <html lang={locale} className={`${sans.variable} ${sansExtended.variable}`}>
      <body>
        <CrashView error={error} retry={retry} locale={locale} />
      </body>
    </html>
  )
}
