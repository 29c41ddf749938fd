// A portal and its browsers on another day: the clock of each process and page is ahead, and keeps running.
import type { BrowserContext } from '@playwright/test'
import { officeInstant } from '../../domain/time.ts'

const milliseconds = (date: string) => officeInstant(date, '10:00').getTime() - Date.now()

/** Dates made from an existing value are unchanged; `instanceof Date` stays true for all. */
const ahead = (by: number) => `{
  const now = Date.now
  Date.now = () => now() + ${by}
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [target.now()] : values, made),
  })
}`

/** The settings of a portal that starts at 10:00 in the office on a day after today. */
export const onDay = (date: string) => ({
  NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(ahead(milliseconds(date))).toString('base64')}`,
})

/** Of pages that are opened from now on. */
export const moveClockOf = (context: BrowserContext, date: string) => context.addInitScript(ahead(milliseconds(date)))
