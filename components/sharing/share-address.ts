import type { ShareLink } from '#contract/sharing.ts'

/**
 * Address of a link. The token stands in the fragment, which browsers send to no server; without a language, so that
 * each friend reads it in their own.
 */
export function shareAddress(
  origin: string,
  { shareId, token }: Pick<ShareLink, 'shareId' | 'token'>,
): string {
  return `${origin}/share/${shareId}#${token}`
}
