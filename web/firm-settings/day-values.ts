// Weekly hours in a form.
import type { WeekHours } from '../../domain/office-hours.ts'

/** A closed day retains its times, so that they are restored when it is opened again. */
export interface DayValues {
  isOpen: boolean
  opens: string
  closes: string
}

export const dayValues = (days: WeekHours): DayValues[] =>
  days.map((day) => ({ isOpen: day !== null, opens: day?.opens ?? '09:00', closes: day?.closes ?? '17:00' }))

export const daysFrom = (days: readonly DayValues[]): WeekHours =>
  days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null))
