// Global shortcuts: Ctrl or Cmd K searches; single keys open pages and create records, unless the user is typing or has
// turned them off (WCAG 2.1.4).
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../session/use-auth.ts'
import { creationsFor } from '../search/commands.ts'
import { navigationFor } from './navigation.ts'
import { showOverlay } from './overlays.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
export const commandKey = isApple ? '⌘' : 'Ctrl'

const key = 'portal-shortcuts'
export const shortcutsAreOn = () => localStorage.getItem(key) !== 'off'
export function switchShortcuts(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
}

/** Time for the second key after `g` or `c`. */
const secondLetterMs = 1500

export function useShortcuts() {
  const navigate = useNavigate()
  const { role } = useUser()
  const go = useEffectEvent((letter: string) => {
    const place = navigationFor(role)
      .flatMap(({ destinations }) => destinations)
      .find(({ letter: its }) => its === letter)
    if (place !== undefined) void navigate({ to: place.to })
    return place !== undefined
  })
  const create = useEffectEvent((letter: string) => {
    const creation = creationsFor(role).find(({ letter: its }) => its === letter)
    if (creation !== undefined) void navigate(creation.place)
    return creation !== undefined
  })
  const recordTime = useEffectEvent(() => role !== 'client' && showOverlay('time'))
  useEffect(() => {
    let wentAt = -Infinity
    let lead: 'g' | 'c' = 'g'
    const begin = (key: typeof lead) => {
      lead = key
      wentAt = performance.now()
    }
    const single: Record<string, () => boolean | void> = {
      g: () => begin('g'),
      c: () => begin('c'),
      '?': () => showOverlay('keys'),
      t: recordTime,
      '/': focusSearch,
      j: () => stepInList(1),
      k: () => stepInList(-1),
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key: pressed } = event
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && pressed.toLowerCase() === 'k') {
        if (isInDialog()) return
        event.preventDefault()
        showOverlay('search')
      }
      if (!isForPage(event)) return
      const isSecond = performance.now() - wentAt < secondLetterMs
      wentAt = -Infinity
      const done = isSecond && (lead === 'g' ? go(pressed) : create(pressed)) ? true : single[pressed]?.()
      if (done !== false && (isSecond || pressed in single)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether a pressed key is meant for the page's shortcuts: no one is typing, no dialog is open, and shortcuts are on. */
export const isForPage = (event: KeyboardEvent) =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  shortcutsAreOn() &&
  !isTyping(event.target) &&
  !isInDialog()

const isTyping = (element: EventTarget | null) =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, select'))

/** Whether an overlay with its own keys is open; a side panel leaves the list's keys active. */
const isInDialog = () =>
  document.querySelector('[role=dialog]:not([data-side-panel]), [role=alertdialog], [role=menu]') !== null

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(isShown)
  field?.focus()
  field?.select()
  return field !== undefined
}

/** Focuses the link or button of the next item in the page's lists. */
function stepInList(step: 1 | -1): boolean {
  const items = [
    ...document.querySelectorAll('main :is(ul[aria-label] > li, tbody > tr, [role=list] > [role=listitem])'),
  ]
  const first = items.map((item) => item.querySelector<HTMLElement>('a[href], button')).filter(isThere)
  const targets = first.filter(isShown)
  const at = targets.findIndex((target) => target.closest('li, tr, [role=listitem]')?.contains(document.activeElement))
  const next = targets[at === -1 ? (step === 1 ? 0 : targets.length - 1) : at + step]
  next?.focus()
  return next !== undefined
}

const isThere = <T>(found: T | null): found is T => found !== null
const isShown = (element: HTMLElement) => element.getClientRects().length > 0
