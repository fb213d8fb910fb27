/** Pages on which a translation's error was recovered from; a second one on the same page is shown. */
const recovered = new Set<string>()

/**
 * Whether an error is one of React's on a page that a program translated or changed, and the page has not recovered from one
 * yet: a part of the page was not where React had put it. Drawing the page anew puts it right.
 */
export function takeTranslationError(error: unknown, pathname: string): boolean {
  const isMoved =
    error instanceof Error &&
    (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError') &&
    document.querySelector(':is(font)') !== null
  if (!isMoved || recovered.has(pathname)) return false
  recovered.add(pathname)
  return true
}
