import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads code when it is first needed. If loading fails, nothing is rendered, the rest of the page stays, and the next
 * need tries again. (React's lazy() would unmount the page, and never try again.)
 * @param need falsy for none; each new value is a new need
 */
export function useLazyCode<T extends object>(load: () => Promise<T>, need: unknown, onFailed = () => {}): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  const reportFailure = useEffectEvent(onFailed)
  const isMissing = loaded === null
  useEffect(() => {
    if (!need || !isMissing) return
    let left = false
    load().then(
      (found) => left || setLoaded(found),
      () => left || reportFailure(),
    )
    return () => {
      left = true
    }
  }, [load, need, isMissing])
  return loaded
}
