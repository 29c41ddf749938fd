// Form values of the lines of a proposal or a contract.
import type { z } from 'zod'
import type { ServiceLine, ServiceLineInput } from '../../domain/service-line.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { formTotalOf, type LineColumns } from '../kit/lines.ts'
import type { Pricing } from './ServiceRatePicker.tsx'

export type ServiceLineFormValues = z.input<typeof ServiceLineInput>

export const serviceColumns: LineColumns<ServiceLineFormValues> = {
  name: { key: 'customName', label: 'Service' },
  description: { key: 'description', label: 'Description', optional: true },
  quantity: { key: 'estimatedHours', label: 'Hours' },
  rate: { key: 'hourlyRate', label: 'Rate' },
}

export const blankServiceLine: ServiceLineFormValues = {
  serviceRateId: null,
  customName: '',
  description: '',
  estimatedHours: 1,
  hourlyRate: 0,
}

const priceNote: Record<Pricing, string> = { hour: '', project: 'Project price', month: 'Monthly price' }

/** A line from a rate card. A line is always hours × rate, so a project or monthly price is on it once. */
export function lineOfRate(rate: ServiceRateView, pricing: Pricing): ServiceLineFormValues {
  const price = { hour: rate.hourlyRate, project: rate.projectRate, month: rate.monthlyRate }[pricing]
  return {
    serviceRateId: rate.id,
    customName: rate.serviceName,
    description: priceNote[pricing],
    estimatedHours: 1,
    hourlyRate: price ?? 0,
  }
}

/** A stored line as form values, to be edited or copied to another document. */
export const serviceLineFormValues = (line: ServiceLine): ServiceLineFormValues => ({
  serviceRateId: line.serviceRateId,
  customName: line.customName,
  description: line.description ?? '',
  estimatedHours: line.estimatedHours ?? 1,
  hourlyRate: line.hourlyRate ?? line.totalCost ?? 0,
})

/** The lines of a form as they are printed; a line without a name yet has an ellipsis. */
export const printedServiceLines = (lines: readonly ServiceLineFormValues[]): ServiceLine[] =>
  lines.map((line) => ({
    serviceRateId: line.serviceRateId ?? null,
    customName: line.customName?.trim() || '…',
    description: line.description?.trim() || null,
    estimatedHours: line.estimatedHours,
    hourlyRate: line.hourlyRate,
    totalCost: formTotalOf(line, serviceColumns),
  }))
