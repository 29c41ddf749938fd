import { useEffect, useState } from 'react'
import { sections } from './words.ts'

/** The section that is being read, for the navigation's mark. */
export function useCurrentSection(): string {
  const [current, setCurrent] = useState('home')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      // A line a third of the way down the window.
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const id of [...sections.map((section) => section.id), 'request-service']) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}
