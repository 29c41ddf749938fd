// A controllable network between a browser and the portal: it can delay, fail, reply, and disconnect.
import { expect, type Page, type Route } from '@playwright/test'

export interface Line {
  /** Delays every request from now on, including those of a page opened next. */
  hold: () => void
  /** Fails new and pending requests from now on. */
  fail: () => Promise<void>
  answer: () => Promise<void>
  /** Number of requests since the last change of the network. */
  asked: () => number
  /** Reconnects the live stream, which makes the page reload its data. Resolves when all of that is done. */
  comeAgain: () => Promise<void>
  /** Resolves when every request since the last change was answered and rendered. */
  settled: () => Promise<void>
}

/** Requests of the page frame (the signed-in user, the counts), which always succeed. */
const ofTheFrame = /\/api\/(user|notifications\/figures|unanswered-threads\/figures)$/

/** Takes control of a page's network before the page is opened. Requests succeed at first. */
export async function lineOf(page: Page): Promise<Line> {
  let behavior: 'holding' | 'failing' | 'answering' = 'answering'
  let waiting: Route[] = []
  let streams: Route[] = []
  let isOpened = false
  let asked = 0
  const unsettled = new Set<Route>()
  const settle = async (route: Route) => {
    if (behavior === 'holding') return void waiting.push(route)
    await (behavior === 'failing' ? route.fulfill({ status: 500, body: '' }) : route.continue())
    unsettled.delete(route)
  }
  const become = async (next: typeof behavior) => {
    behavior = next
    asked = 0
    const held = waiting
    waiting = []
    for (const route of held) await settle(route)
  }
  const settled = async () => {
    await expect.poll(() => asked > 0 && unsettled.size === 0).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  await page.route('**/api/**', async (route) => {
    if (ofTheFrame.test(route.request().url())) return route.continue()
    asked++
    unsettled.add(route)
    return settle(route)
  })
  // The first stream ends right away; the browser's reconnect waits for the test.
  await page.route('**/api/events*', async (route) => {
    if (isOpened) return void streams.push(route)
    isOpened = true
    return route.fulfill({ contentType: 'text/event-stream', body: 'retry: 50\n\n' })
  })
  return {
    hold() {
      behavior = 'holding'
      waiting = []
      streams = []
      isOpened = false
      asked = 0
      unsettled.clear()
    },
    fail: () => become('failing'),
    answer: () => become('answering'),
    asked: () => asked,
    async comeAgain() {
      await expect.poll(() => streams.length).toBeGreaterThan(0)
      for (const route of streams.splice(0)) await route.continue()
      await settled()
    },
    settled,
  }
}
