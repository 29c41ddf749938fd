// Formats values for documents: money with cents, full dates, and instants with their time zone.
import { officeZone } from '../../domain/time.ts'

export { inDollars as money } from '../../domain/money.ts'

const dateHere = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })
const eastern = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

const leftward = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Isolates user text within a sentence, so that a right-to-left name does not reorder the words around it. */
export const within = (text: string): string => (leftward.test(text) ? `\u2068${text}\u2069` : text)

/** Shortened to fit the footer's line. */
export const brief = (text: string): string => {
  const letters = [...new Intl.Segmenter('en').segment(text)]
  return within(
    letters.length > 50
      ? `${letters
          .slice(0, 49)
          .map(({ segment }) => segment)
          .join('')}…`
      : text,
  )
}

/** "1,250.5": hours or pieces */
export const quantity = (value: number): string => number.format(value)

/** "March 14, 2026", from YYYY-MM-DD */
export const day = (value: string): string => date.format(new Date(`${value}T00:00:00Z`))

/** "March 14, 2026": the office's date of an instant */
export const officeDay = (instant: string): string => dateHere.format(new Date(instant))

/** "March 14, 2026 at 4:10:33 PM EDT": an instant in the office's time zone. */
export const officeTime = (instant: string): string =>
  // Some ICU versions put a narrow no-break space before AM and PM.
  eastern.format(new Date(instant)).replaceAll('\u202f', ' ')

/** "2026-03-14 20:10:33 UTC" */
export const utcTime = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** "1 hour", "12 hours": with its noun */
export const counted = (value: number, noun: string): string => `${quantity(value)} ${noun}${value === 1 ? '' : 's'}`
