import { useEffect } from 'react'

/**
 * The tab's title, for what only the browser knows: the name of a person, the mode of a form. Undefined leaves the
 * page's own. The framework may set that one again, even late; this one then takes its place again.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const apply = () => {
      if (document.title !== title) document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [title])
}
