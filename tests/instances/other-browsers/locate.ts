// Runs inside the page: its source is sent to the browser, so that it uses nothing from outside itself.
import type { queries } from '@testing-library/dom'

/** A control or a part of the page, as a person would name it. */
export interface Target {
  role?: string
  name?: Words
  /** Of a form field. */
  label?: Words
  /** The part of the page that contains it, such as the open dialog. */
  inside?: Target
  /** A hidden file field, which a person reaches through a button. */
  isHidden?: boolean
  /** The first of several; otherwise only one may match. */
  isFirst?: boolean
}

/** Either the whole text, or the source of a regular expression. */
export type Words = { exact: string } | { pattern: string }

export interface Located {
  /** What to use, once it can be used. */
  element: HTMLElement | null
  /** Why it can't be used yet. */
  problem: string
}

/** Where a person could click it: present, enabled, still, and with nothing above it. */
export function locate(target: Target, isToBeClicked: boolean): Located {
  const library = (globalThis as unknown as { TestingLibraryDom: typeof queries }).TestingLibraryDom
  const asMatcher = (words: Words) => ('exact' in words ? words.exact : new RegExp(words.pattern))
  const isVisible = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0

  const found = find(target)
  const element = found[0]
  if (element === undefined) return { element: null, problem: 'there is none' }
  if (found.length > 1 && target.isFirst !== true) return { element: null, problem: `there are ${found.length}` }
  if (!isToBeClicked || target.isHidden === true) return { element, problem: '' }
  if (element.matches(':disabled, [aria-disabled="true"]')) return { element: null, problem: 'it is disabled' }
  if (isMoving(element)) return { element: null, problem: 'it is moving' }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const above = elementAbove(element)
  if (above !== null) return { element: null, problem: `above it is ${above.outerHTML.slice(0, 120)}` }
  return { element, problem: '' }

  function find({ role, name, label, inside, isHidden = false }: Target): HTMLElement[] {
    const scopes = inside === undefined ? [document.body] : find(inside)
    return scopes.flatMap((scope) => {
      const all =
        label === undefined
          ? library.queryAllByRole(scope, role ?? '', name === undefined ? {} : { name: asMatcher(name) })
          : library.queryAllByLabelText(scope, asMatcher(label), { selector: 'input, textarea, select' })
      return isHidden ? all : all.filter(isVisible)
    })
  }

  function isMoving(moved: Element): boolean {
    const moves = ({ playState, timeline, effect }: Animation) =>
      playState === 'running' &&
      timeline === document.timeline &&
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    for (let part: Element | null = moved; part !== null; part = part.parentElement)
      if (part.getAnimations().some(moves)) return true
    return false
  }

  function elementAbove(below: Element): Element | null {
    const { x, y, width, height } = below.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const label = top?.closest('label')
    const isItself = below.contains(top) || top?.contains(below) === true || label?.control === below
    return isItself ? null : (top ?? document.documentElement)
  }
}
