// Form values of a time entry: the time as it is typed.
import { z } from 'zod'
import { formatMinutes, Minutes, parseMinutes, TimeEntryInput, type TimeEntryView } from '../../domain/time-entry.ts'

export const TimeForm = TimeEntryInput.extend({
  minutes: z.string().transform((typed, context) => {
    const minutes = parseMinutes(typed)
    const checked = Minutes.safeParse(minutes)
    if (checked.success) return checked.data
    const message =
      minutes === null ? 'Enter a time such as 1:30, 1.5, or 45m.' : 'Enter a time from 1 minute to 24 hours.'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }),
})
export type TimeFormValues = z.input<typeof TimeForm>

export const formValuesOf = (entry: TimeEntryView): TimeFormValues => ({
  clientFolderId: entry.clientFolderId,
  serviceRateId: entry.serviceRateId,
  date: entry.date,
  minutes: formatMinutes(entry.minutes),
  description: entry.description ?? '',
  isBillable: entry.isBillable,
})
