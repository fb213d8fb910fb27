import { useState } from 'react'
import type { HeadshotFile, HeadshotFormat } from '#contract/headshot-files.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

const REFRESH_MS = 1_000
/** Signed addresses hold for two hours. */
const RENEW_MS = 45 * 60_000

/** The finished and running files of a headshot, and a function to request more. Null loads nothing. */
export function useHeadshotFiles(userImageKey: string | null) {
  const { data, error, mutate } = useEndpoint(
    'getHeadshotFiles',
    userImageKey === null ? null : { query: { userImageKey } },
    { refreshIntervalMs: (latest) => (latest?.files.some(isMaking) ? REFRESH_MS : RENEW_MS) },
  )
  const [failure, setFailure] = useState<{ format: HeadshotFormat; error: unknown }>()
  const [asking, setAsking] = useState<readonly HeadshotFormat[]>([])

  async function make(format: HeadshotFormat): Promise<void> {
    if (userImageKey === null) return
    setFailure(undefined)
    setAsking((now) => [...now, format])
    try {
      const made = await browserClient().call('makeHeadshotFile', { body: { userImageKey, format } })
      await mutate(
        (kept) => ({ files: [...(kept?.files.filter((file) => file.format !== format) ?? []), made] }),
        { revalidate: false },
      )
    } catch (caught) {
      setFailure({ format, error: caught })
    }
    setAsking((now) => now.filter((one) => one !== format))
  }

  return {
    files: new Map(data?.files.map((file) => [file.format, file])),
    isLoaded: data !== undefined,
    error: data ? undefined : error,
    retry: () => void mutate(),
    failure,
    asking,
    make: (format: HeadshotFormat) => void make(format),
  }
}

function isMaking({ state }: Pick<HeadshotFile, 'state'>): boolean {
  return state === 'making'
}
