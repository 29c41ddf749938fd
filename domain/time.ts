// Business days are those of the office in Virginia; instants are UTC.

export const officeZone = 'America/New_York'

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: officeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The office's calendar date at an instant, YYYY-MM-DD. */
export const officeDate = (instant: Date): string => dayFormat.format(instant)

/** The promise of the public site: a request hears from us within this time. */
export const replyHours = 24
