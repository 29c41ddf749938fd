import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Code that is fetched when it is first needed. Without a network it does not come: then nothing is shown, the rest of the page
 * stays as it is, and the next need asks again. (React's lazy() would take the page down, and never ask again.)
 * @param need falsy as long as there is none; each new value is a new need
 */
export function useLate<T extends object>(load: () => Promise<T>, need: unknown, onFailed = () => {}): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  const tellFailed = useEffectEvent(onFailed)
  const isMissing = loaded === null
  useEffect(() => {
    if (!need || !isMissing) return
    let left = false
    load().then(
      (found) => left || setLoaded(found),
      () => left || tellFailed(),
    )
    return () => {
      left = true
    }
  }, [load, need, isMissing])
  return loaded
}
