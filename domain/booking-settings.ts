// Whether appointments are booked online, and on what terms.
import { z } from 'zod'

/** `portal`: on the portal's own page; `link`: on the firm's page elsewhere. */
export const bookingModes = ['off', 'portal', 'link'] as const

const HttpsAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

const wholeNumber = (message: string, min: number, max: number) => z.int(message).min(min, message).max(max, message)

export const BookingSettings = z
  .strictObject({
    mode: z.enum(bookingModes, 'Choose an option from the list.'),
    /** The address of the firm's own booking page. */
    link: z
      .string()
      .max(2000, 'Use at most 2,000 characters.')
      .nullable()
      .transform((value) => (value === null || value.trim() === '' ? null : value.trim()))
      .pipe(z.string().nullable())
      .refine(
        (value) => value === null || HttpsAddress.safeParse(value).success,
        'Enter a web address that starts with https://.',
      ),
    /** The length of an appointment. */
    minutes: wholeNumber('Enter a number of minutes from 15 to 120.', 15, 120),
    /** An appointment is booked at least this long before it starts. */
    leadHours: wholeNumber('Enter a number of hours from 0 to 336.', 0, 336),
    daysAhead: wholeNumber('Enter a number of days from 1 to 90.', 1, 90),
  })
  .refine(({ mode, link }) => mode !== 'link' || link !== null, {
    path: ['link'],
    message: 'Enter the address of your booking page.',
  })
export type BookingSettings = z.infer<typeof BookingSettings>

export const firstBooking: BookingSettings = { mode: 'off', link: null, minutes: 30, leadHours: 24, daysAhead: 30 }

/** Where visitors book an appointment; empty if they can't online. */
export const bookingAddress = ({ mode, link }: BookingSettings): string =>
  mode === 'portal' ? '/book' : mode === 'link' ? (link ?? '') : ''
