// Keys that act anywhere: Ctrl or Cmd K finds; single letters go places, unless somebody is typing or has switched them off
// (WCAG 2.1.4).
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../session/use-auth.ts'
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

/** After `g` the second letter has to follow within this time. */
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
  useEffect(() => {
    let wentAt = -Infinity
    const single: Record<string, () => boolean | void> = {
      g: () => void (wentAt = performance.now()),
      '?': () => showOverlay('keys'),
      '/': focusSearch,
      j: () => stepInList(1),
      k: () => stepInList(-1),
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key: pressed } = event
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && pressed.toLowerCase() === 'k') {
        if (isInDialog()) return
        event.preventDefault()
        showOverlay('find')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!shortcutsAreOn() || isTyping(event.target) || isInDialog()) return
      const isSecond = performance.now() - wentAt < secondLetterMs
      wentAt = -Infinity
      const done = isSecond && go(pressed) ? true : single[pressed]?.()
      if (done !== false && (isSecond || pressed in single)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTyping = (element: EventTarget | null) =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, select'))

/** What is open over the page has keys of its own. */
const isInDialog = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(isShown)
  field?.focus()
  field?.select()
  return field !== undefined
}

/** From one item of the lists on the page to the next: to the link or button that each is called by. */
function stepInList(step: 1 | -1): boolean {
  const items = [
    ...document.querySelectorAll('main :is(ul[aria-label] > li, tbody > tr, [role=list] > [role=listitem])'),
  ]
  const first = items.map((item) => item.querySelector<HTMLElement>('a[href], button')).filter(isThere)
  const doors = first.filter(isShown)
  const at = doors.findIndex((door) => door.closest('li, tr, [role=listitem]')?.contains(document.activeElement))
  const next = doors[at === -1 ? (step === 1 ? 0 : doors.length - 1) : at + step]
  next?.focus()
  return next !== undefined
}

const isThere = <T>(found: T | null): found is T => found !== null
const isShown = (element: HTMLElement) => element.getClientRects().length > 0
