/** Apps that show pages in a window of their own, by what they add to a browser's name. */
const APPS = [
  { name: 'Instagram', mark: /\bInstagram\b/ },
  { name: 'Facebook', mark: /\bFB(?:AN|AV|_IAB)\b/ },
  { name: 'LinkedIn', mark: /\bLinkedInApp\b/ },
] as const

/**
 * The app whose window this page is shown in; null in a browser. Google refuses to sign in there
 * (https://support.google.com/accounts/answer/12917337, disallowed_useragent).
 */
export function inAppBrowserOf(userAgent: string): string | null {
  return APPS.find(({ mark }) => mark.test(userAgent))?.name ?? null
}
