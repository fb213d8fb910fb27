import { useEffect, useState, type RefObject } from 'react'

/** Wider windows have room for both: what the banner covers there is one turn of the wheel away. */
const PHONE_MAX_PX = 639

/**
 * Whether, on a phone, a main action of the page lies below the banner at the window's lower edge. The banner then makes
 * way: a visitor sees what the page is for before what the page asks for. Undefined until it was looked at.
 */
export function useMakesWay(banner: RefObject<HTMLElement | null>): boolean | undefined {
  const [makesWay, setMakesWay] = useState<boolean>()
  useEffect(() => {
    let frame: number | undefined
    const look = () => {
      frame = undefined
      const top = window.innerHeight - (banner.current?.offsetHeight ?? 0)
      const actions = [...document.querySelectorAll('[data-main-action]')]
      setMakesWay(
        window.innerWidth <= PHONE_MAX_PX &&
          actions.some((action) => {
            const { top: actionTop, bottom } = action.getBoundingClientRect()
            return bottom > top && actionTop < window.innerHeight
          }),
      )
    }
    const plan = () => {
      frame ??= requestAnimationFrame(look)
    }
    // Actions come with the page's data, and move with what comes above them.
    const observer = new MutationObserver(plan)
    observer.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('scroll', plan, { passive: true })
    window.addEventListener('resize', plan)
    plan()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('scroll', plan)
      window.removeEventListener('resize', plan)
    }
  }, [banner])
  return makesWay
}
