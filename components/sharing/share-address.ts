import type { ShareLink } from '#contract/sharing.ts'

/**
 * The address of a link. The token is in the fragment, which browsers do not send; without a language, so that each
 * friend reads it in their own.
 */
export function shareAddress(
  origin: string,
  { shareId, token }: Pick<ShareLink, 'shareId' | 'token'>,
): string {
  return `${origin}/share/${shareId}#${token}`
}
