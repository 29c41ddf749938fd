import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUrlState } from '../kit/url-state.ts'
import type { useThread } from './entries.ts'

/** Beyond this, users load earlier entries themselves. */
const maxLoads = 20

type SoughtMessage = { thread: ReturnType<typeof useThread>; box: RefObject<HTMLElement | null>; isOn: boolean }

/**
 * Scrolls to the message or note in the URL, loading earlier ones until it is there. Then removes it from the URL, so
 * that the thread starts at its end next time. Returns the last id.
 */
export function useSoughtMessage({ thread, box, isOn }: SoughtMessage): string {
  const [sought, setSought] = useUrlState('message', '')
  const [last, setLast] = useState('')
  if (isOn && sought !== '' && sought !== last) setLast(sought)
  const loads = useRef(0)
  const { entries, isPending, isFetchingEarlier } = thread

  const seek = useEffectEvent(() => {
    if (!isOn || sought === '' || isPending || thread.error !== null || isFetchingEarlier) return
    const entry = box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(sought)}"]`)
    const isEarlier = thread.hasEarlier && thread.earlierError === null && sought < (entries[0]?.id ?? '')
    if (!entry && isEarlier && loads.current < maxLoads) {
      loads.current += 1
      return thread.fetchEarlier()
    }
    if (entry) {
      entry.tabIndex = -1
      entry.focus({ preventScroll: true })
      entry.scrollIntoView({ block: 'center' })
    }
    loads.current = 0
    setSought('')
  })
  useEffect(() => seek(), [isOn, sought, entries, isPending, isFetchingEarlier])
  return last
}
