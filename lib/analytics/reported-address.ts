/** Sections whose addresses carry a secret or a user's id: reported by the section's name alone. */
const PRIVATE = /^(\/[a-z]{2}\/(?:share|image|upload|persons|checkout|auth\/action))(?:\/.*)?$/

/** An address as it is reported: without query, fragment, persons' ids and secrets. */
export function reportedAddress(address: string): string {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return ''
  }
  return url.origin + (PRIVATE.exec(url.pathname)?.[1] ?? url.pathname)
}
