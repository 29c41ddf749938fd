import { useCallback } from 'react'

/** Below the page there is only its margin, and on narrow screens the bar at the foot. */
const margin = 16
const bar = 64
const hasBar = '(width < 64rem)'

/** Makes an element reach from where it begins to the foot of the window, so that the page itself does not scroll. */
export const useWindowHeight = () =>
  useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const fit = () => {
      const top = element.getBoundingClientRect().top + window.scrollY
      element.style.height = `${window.innerHeight - top - margin - (matchMedia(hasBar).matches ? bar : 0)}px`
    }
    fit()
    // What is above it can change its height: a banner that loads later, a name that wraps.
    const observer = new ResizeObserver(fit)
    observer.observe(document.body)
    addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      removeEventListener('resize', fit)
    }
  }, [])
