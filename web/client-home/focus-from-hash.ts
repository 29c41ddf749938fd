// A link to a place in a page: whatever has to load first, the keyboard ends up where the work is.
import { useEffect } from 'react'

const withinMs = 4000
const focusable = 'textarea, input, select, button, a[href]'

/** Puts the focus on the first control in the element with this id, as soon as it is there. */
export function focusWhenPresent(id: string) {
  const until = performance.now() + withinMs
  function look() {
    const control = document.getElementById(id)?.querySelector(focusable)
    if (control instanceof HTMLElement) {
      control.focus({ preventScroll: true })
      control.scrollIntoView({ block: 'center' })
    } else if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}

/** For anyone who comes by an email or a bookmark. */
export function useFocusFromHash() {
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id !== '') focusWhenPresent(id)
  }, [])
}
