// The services of a proposal or a contract, as rows of their table.
import { money, quantity } from './format.ts'

/** Amounts in cents; null if the line has no price or no hours of its own. */
export interface PdfService {
  name: string
  description: string | null
  hours: number | null
  rate: number | null
  total: number | null
}

export const serviceRows = (services: readonly PdfService[]) =>
  services.map(({ name, description, hours, rate, total }) => ({
    name,
    description,
    hours: hours === null ? '–' : quantity(hours),
    rate: rate === null ? '–' : money(rate),
    total: total === null ? '–' : money(total),
  }))
