import type { Service } from '../../domain/public-site.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'

const dollars = (cents: number | null) => (cents === null ? null : inPlainDollars(cents))

export const rateColumns = (services: readonly Service[]): Columns<ServiceRateView> => ({
  Service: ({ serviceName }) => serviceName,
  Type: ({ serviceType }) => services.find(({ key }) => key === serviceType)?.name ?? serviceType,
  Description: ({ description }) => description,
  'Hourly rate': ({ hourlyRate }) => dollars(hourlyRate),
  'Project rate': ({ projectRate }) => dollars(projectRate),
  'Monthly rate': ({ monthlyRate }) => dollars(monthlyRate),
  Active: ({ isActive }) => (isActive ? 'yes' : 'no'),
  'Updated (UTC)': ({ updatedAt }) => updatedAt,
})
