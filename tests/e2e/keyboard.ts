// Navigation by keyboard alone, as a sighted person does it: the focus is always visible and never trapped.
import type { Locator, Page } from '@playwright/test'
import { expect } from './portal.ts'

/** More stops than any page has between two consecutive targets. */
const maxStops = 150

/** What is wrong with the visible focus; null if nothing is. */
function faultOfFocus(): string | null {
  const element = document.activeElement
  // After the last stop the browser itself has the focus; a PDF in its frame is the browser's as well.
  if (element === null || element === document.body || element.tagName === 'IFRAME') return null
  const name = `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`
  const hasRing = (one: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  // A figure has its ring around the cell, a chart around the drawing; a menu fills the active item.
  const shows =
    hasRing(element) ||
    hasRing(element, '::after') ||
    (element.parentElement !== null && hasRing(element.parentElement)) ||
    element.matches('[data-highlighted]')
  if (!shows) return `${name} does not show that it has the focus`
  const [box] = element.getClientRects()
  if (box === undefined || box.width <= 1) return `${name} has no size`
  const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  if (above === null) return `${name} is outside the screen`
  const isItself = element.contains(above) || above.contains(element)
  return isItself ? null : `${name} is below ${above.tagName} ${above.className}`
}

export function keysOf(page: Page) {
  const press = async (key: string) => page.keyboard.press(key)
  const has = (target: Locator) => target.evaluate((element) => element === document.activeElement)

  /** Presses Tab until this has the focus. Each stop on the way must be visible. */
  async function to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < maxStops; stops++) {
      await press(key)
      await expect.poll(() => page.evaluate(faultOfFocus), { intervals: [0, 20, 50, 100] }).toBeNull()
      if (await has(target)) return
    }
    throw new Error(`Nobody gets there with ${key}: ${String(target)}`)
  }

  return {
    press,
    to,
    type: async (text: string) => page.keyboard.type(text),
    async use(target: Locator, key: 'Enter' | 'Space' = 'Enter') {
      await to(target)
      await press(key)
    },
    /** Replaces the content of a field. */
    async fill(field: Locator, text: string) {
      if (!(await has(field))) await to(field)
      await press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** A row of tabs is one stop; the arrow keys move within it. */
    async tab(name: string | RegExp) {
      const row = page.getByRole('tablist').filter({ has: page.getByRole('tab', { name }) })
      await to(row.getByRole('tab', { selected: true }))
      const wanted = row.getByRole('tab', { name })
      for (let steps = 0; !(await has(wanted)) && steps < maxStops; steps++) {
        const before = (await row.locator(':focus').getAttribute('id')) ?? ''
        await press('ArrowRight')
        // The focus moves in a timer: a second press before that would skip a tab.
        await expect(row.locator(':focus')).not.toHaveId(before)
      }
      await expect(wanted).toHaveAttribute('aria-selected', 'true')
    },
  }
}
