import { useLayoutEffect } from 'react'

/**
 * Sets the tab's title from data only the browser has: a person's name, a form's mode. Undefined keeps the page's
 * own. The framework may set its title later, or for the next page; that one is restored at the end.
 */
export function useDocumentTitle(title: string | undefined): void {
  // In the commit that removes the page, before the observer of the next page's title.
  useLayoutEffect(() => {
    if (title === undefined) return
    let own = document.title
    const apply = () => {
      if (document.title === title) return
      own = document.title
      document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title === title) document.title = own
    }
  }, [title])
}
