import type { HeadshotFraming } from '#contract/headshot-files.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

const MEASURED_AFTER_MS = 700

/** How formats cut a headshot; polls until it is measured. Without a key it loads nothing. */
export function useFraming(userImageKey: string | null): {
  framing: HeadshotFraming | undefined
  error: unknown
} {
  const { data, error } = useEndpoint(
    'getHeadshotFraming',
    userImageKey === null ? null : { query: { userImageKey } },
    {
      refreshIntervalMs: (latest) => (latest?.isMeasured === false ? MEASURED_AFTER_MS : 0),
    },
  )
  return { framing: data?.isMeasured ? data : undefined, error }
}
