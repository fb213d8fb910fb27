'use client'

import { CrashView } from '#components/shell/crash-view.tsx'
import { useParams } from 'next/navigation'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashView error={error} retry={retry} locale={useParams()['locale']} />
}
