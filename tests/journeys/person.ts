// A person at a browser. Actions are counted, and after each step the page is photographed.
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type CommonAct, type Counts, type Journey, noCounts, results, type Size } from './journey.ts'

export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

export type Person = ReturnType<typeof personAt>

/** The labels in a phone's bar that differ from those on a desk. */
const shortLabels: Record<string, string> = { Dashboard: 'Home', 'Needs reply': 'Reply' }
const libraryPages = ['Policies', 'Forms', 'Law updates', 'Assistant']

/** How far the element is above or below what is visible. */
const distance = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return Math.round(Math.max(0, bottom - innerHeight, -top))
}

/** The page has its content, nothing loads, and no animation that ends is running. An email has no heading. */
const isStill = () => {
  const hasContent = document.querySelector('h1') !== null || document.URL === 'about:blank'
  const busy = [...document.querySelectorAll('[aria-busy="true"]')]
  const running = document.getAnimations().filter(({ playState }) => playState === 'running')
  const isEndless = ({ timeline, effect }: Animation) =>
    timeline !== document.timeline || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
  return (
    hasContent &&
    document.fonts.status === 'loaded' &&
    busy.every((each) => each.getClientRects().length === 0) &&
    running.every(isEndless)
  )
}

type Who = { name: string; size: Size; journey: Journey; folder: string }

/** @param folder for the pictures, below the folder of the results */
export function personAt(page: Page, { name, size, journey, folder }: Who) {
  const isPhone = size === 'phone'
  let counts: Counts = noCounts()

  async function reach(target: Locator) {
    const pixels = await target.evaluate(distance)
    counts.scrolled += pixels
  }

  async function click(target: Locator) {
    await reach(target)
    counts.clicks += 1
    await target.click()
  }

  async function fill(field: Locator, text: string) {
    await reach(field)
    counts.fields += 1
    await field.fill(text)
  }

  /** From the browser's own list. */
  async function choose(field: Locator, label: string) {
    await reach(field)
    counts.fields += 1
    await field.selectOption({ label })
  }

  async function press(key: string) {
    counts.keys += 1
    await page.keyboard.press(key)
  }

  /** Types into a field that searches, and chooses a result. */
  async function pick(field: Locator, words: string, option: string | RegExp) {
    await fill(field, words)
    await click(page.getByRole('option', { name: option }).first())
  }

  async function upload(button: Locator, file: File) {
    const chooser = page.waitForEvent('filechooser')
    await click(button)
    counts.fields += 1
    await (await chooser).setFiles(file)
  }

  async function download(link: Locator) {
    const file = page.waitForEvent('download')
    await click(link)
    await (await file).path()
  }

  /** Opens a page with the navigation: the rail or the header, on a phone the bar at the bottom or a menu. */
  async function goTo(label: string) {
    const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    await bar.getByRole('link').first().waitFor()
    const link = bar.getByRole('link', { name: isPhone ? (shortLabels[label] ?? label) : label })
    if (!(await link.isVisible())) await click(await menuWith(label, bar))
    await click(link.or(page.getByRole('menuitem', { name: label, exact: true })))
  }

  async function menuWith(label: string, bar: Locator): Promise<Locator> {
    if (!isPhone) return bar.getByRole('button', { name: libraryPages.includes(label) ? 'HR library' : 'Admin' })
    const isClient = await bar.getByRole('link', { name: 'Ask HR' }).isVisible()
    return isClient ? page.getByRole('button', { name: /account of/ }) : bar.getByRole('button', { name: 'More' })
  }

  /** Shows an email in place of a page. */
  async function openEmail(html: string) {
    await page.goto('about:blank')
    await page.setContent(html)
  }

  async function photograph(): Promise<string | null> {
    const picture = join(folder, `${String(journey.steps.length + 1).padStart(2, '0')}.png`)
    try {
      // A page that never comes to rest is photographed as it is.
      const atRest = expect.poll(() => page.evaluate(isStill), { timeout: 10_000 }).toBe(true)
      await atRest.catch(() => {})
      await page.screenshot({ path: join(results, picture) })
      return picture
    } catch {
      return null
    }
  }

  const step = (title: string, work: () => Promise<void>) => stepOf(null, title, work)

  /** A step that fails is recorded as well, with the page as it was. */
  async function stepOf(act: CommonAct | null, title: string, work: () => Promise<void>) {
    counts = noCounts()
    const began = performance.now()
    try {
      await work()
    } finally {
      const seconds = (performance.now() - began) / 1000
      const its = counts
      journey.steps.push({ person: name, title, act, ...its, seconds, picture: await photograph() })
    }
  }

  return { page, isPhone, click, fill, choose, press, pick, upload, download, goTo, openEmail, step, stepOf }
}
