// The line between a browser and the portal, in the hand of a story: it keeps everybody waiting, fails, answers, and breaks off.
import { expect, type Page, type Route } from '@playwright/test'

export interface Line {
  /** From now on nothing that is asked is answered, by a page that is opened next. */
  hold: () => void
  /** From now on what is asked, and what waits, fails. */
  fail: () => Promise<void>
  answer: () => Promise<void>
  /** How many calls have been made since the line last changed. */
  asked: () => number
  /** What was live comes again after it broke off, whereupon the page reads everything anew. Resolves once all of that was settled. */
  comeAgain: () => Promise<void>
}

/** Who is signed in, and what is counted around every page, is answered always. */
const ofTheFrame = /\/api\/(user|notices\/figures|waiting-threads\/figures)$/

/** Takes the line of a page into the story's hand, before the page is opened. It answers at first. */
export async function lineOf(page: Page): Promise<Line> {
  let mood: 'holding' | 'failing' | 'answering' = 'answering'
  let waiting: Route[] = []
  let streams: Route[] = []
  let isOpened = false
  let asked = 0
  let unsettled = 0
  const settle = async (route: Route) => {
    if (mood === 'holding') return void waiting.push(route)
    await (mood === 'failing' ? route.fulfill({ status: 500, body: '' }) : route.continue())
    unsettled--
  }
  const become = async (next: typeof mood) => {
    mood = next
    asked = 0
    const begun = waiting
    waiting = []
    for (const route of begun) await settle(route)
  }
  await page.route('**/api/**', async (route) => {
    if (ofTheFrame.test(route.request().url())) return route.continue()
    asked++
    unsettled++
    return settle(route)
  })
  // The first stream ends at once; the browser's second try waits for the story.
  await page.route('**/api/events*', async (route) => {
    if (isOpened) return void streams.push(route)
    isOpened = true
    return route.fulfill({ contentType: 'text/event-stream', body: 'retry: 50\n\n' })
  })
  return {
    hold() {
      mood = 'holding'
      waiting = []
      streams = []
      isOpened = false
      asked = unsettled = 0
    },
    fail: () => become('failing'),
    answer: () => become('answering'),
    asked: () => asked,
    async comeAgain() {
      await expect.poll(() => streams.length).toBeGreaterThan(0)
      for (const route of streams.splice(0)) await route.continue()
      await expect.poll(() => asked > 0 && unsettled === 0).toBe(true)
      // What came is drawn.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    },
  }
}
