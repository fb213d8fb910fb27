import { useLayoutEffect } from 'react'

/**
 * The tab's title, for what only the browser knows: the name of a person, the mode of a form. Undefined leaves the
 * page's own. The framework may set that one while this one holds, late or for the next page; it comes back at the end.
 */
export function useDocumentTitle(title: string | undefined): void {
  // In the commit that takes the page away, ahead of what observes the next page's title.
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
