import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'

/** Whatever has not come by then arrives piece by piece. */
const patienceMs = 2000

type TogetherProps = {
  /** What stands above from the beginning, and grows when all is there. */
  head?: (isThere: boolean) => ReactNode
  loading: ReactNode
  children: ReactNode
}

/**
 * What loads in several parts is shown at once, when each has what it shows, so that nothing moves under the reader's eyes.
 * The parts are laid out meanwhile, and so ask at the same time.
 */
export function Together({ head, loading, children }: TogetherProps) {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  // Before anything is painted: what was read before is shown without a flicker.
  useLayoutEffect(() => {
    // What the parts ask for is known once they were rendered.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!isAwaited(client)) setThere(true)
  }, [client])
  useEffect(() => {
    if (isThere) return
    let frame = 0
    const isQuiet = () => client.isFetching({ predicate: isFirst }) === 0
    // An answer may lead to the next question, which is asked once the answer is drawn.
    const look = () => {
      cancelAnimationFrame(frame)
      if (!isQuiet()) return
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => isQuiet() && setThere(true))
      })
    }
    const stop = client.getQueryCache().subscribe(look)
    const late = setTimeout(() => setThere(true), patienceMs)
    look()
    return () => {
      stop()
      clearTimeout(late)
      cancelAnimationFrame(frame)
    }
  }, [client, isThere])
  return (
    <>
      {head?.(isThere)}
      {!isThere && loading}
      <div className={isThere ? undefined : 'invisible h-0 overflow-hidden'}>{children}</div>
    </>
  )
}

type Loading = { state: { status: string }; meta?: Record<string, unknown> | undefined }

/** Counts in the frame around the page, such as the bell's, do not hold the page back. */
const isFirst = ({ state, meta }: Loading) => state.status === 'pending' && meta?.['ofTheFrame'] !== true

/** Questions that are about to be asked for the first time; those that are switched off never will be. */
const isAwaited = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => isFirst(query) && !('enabled' in query.options && query.options.enabled === false))
