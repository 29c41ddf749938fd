import { useRef } from 'react'

/** How long the page with the form was open at the first try of a submission: a repeated one must be the same. */
export function useSecondsOpen() {
  const first = useRef({ key: '', seconds: 0 })
  return (key: string) => {
    if (first.current.key !== key) first.current = { key, seconds: Math.round(performance.now() / 100) / 10 }
    return first.current.seconds
  }
}
