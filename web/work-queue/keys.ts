// Keys of the work queue: a accepts, r replies, e marks as done. They act on the item with the focus, or the one that is open.
import { useEffect, useEffectEvent } from 'react'
import type { WorkItem } from '../../domain/work-queue.ts'
import { isForPage } from '../shell/shortcuts.ts'
import { panelOf, type WorkActions } from './actions.ts'

export function useWorkKeys(items: readonly WorkItem[], actions: WorkActions) {
  const act = useEffectEvent((key: string): boolean => {
    const item = currentItem(items, actions)
    if (item === undefined) return false
    if (key === 'a' && item.action === 'accept') actions.accept(item)
    else if (key === 'r' && item.kind === 'reply-message') actions.open(item)
    else if (key === 'e') return actions.done(item)
    else return false
    return true
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForPage(event) && act(event.key)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function currentItem(items: readonly WorkItem[], { opened }: WorkActions): WorkItem | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-work-item]')?.dataset['workItem']
  if (focused !== undefined) return items.find(({ id }) => id === focused)
  return opened === null ? undefined : items.find((item) => isSame(panelOf(item), opened))
}

export const isSame = (one: ReturnType<typeof panelOf>, other: ReturnType<typeof panelOf>) =>
  one !== null && other !== null && one.noun === other.noun && one.id === other.id
