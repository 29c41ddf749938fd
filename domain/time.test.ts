import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const instant = new Date('2026-11-23T04:30:09Z')

const original = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') as PropertyDescriptor

/** As ICU 72 formatted en-CA: "11/22/2026" instead of "2026-11-22"; other patterns differ, too. */
function formatAsIcu72(this: Intl.DateTimeFormat) {
  const format = (original.get as () => (date: Date) => string).call(this)
  return (date: Date) => format(date).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1') + ' '
}

describe('office time in a browser with a different date pattern', () => {
  beforeEach(() => {
    vi.resetModules()
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { configurable: true, get: formatAsIcu72 })
  })
  afterEach(() => Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', original))

  it('gives the calendar date as YYYY-MM-DD', async () => {
    const { officeDate } = await import('./time.ts')
    expect(officeDate(instant)).toBe('2026-11-22')
  })

  it('gives the hour and the time of day', async () => {
    const { officeHour, officeTime } = await import('./time.ts')
    expect(officeHour(instant)).toBe(23)
    expect(officeTime(instant)).toBe('23:30:09')
  })

  it('gives midnight as hour 0', async () => {
    const { officeHour, officeTime } = await import('./time.ts')
    expect(officeHour(new Date('2026-11-22T05:00:00Z'))).toBe(0)
    expect(officeTime(new Date('2026-11-22T05:00:00Z'))).toBe('00:00:00')
  })
})
