import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  listFirmSettingsVersions,
  readBillingDefaults,
  readFirmSettings,
  readServices,
} from '../../api/firm-settings.ts'
import { type BillingDefaults, contractTermsOf, firstBilling } from '../../domain/firm-settings.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { firstServices } from '../../domain/public-site.ts'
import { choicesOf, type ServiceChoice } from '../../domain/service-catalog.ts'
import { call } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const firmSettings = queryOptions({
  queryKey: ['firm-settings'],
  queryFn: ({ signal }) => call(readFirmSettings, { signal }),
})

export const firmSettingsVersions = pagesOf(['firm-settings', 'versions'], listFirmSettingsVersions, {
  query: { limit: 20 },
})

const billing = queryOptions({
  queryKey: ['firm-settings', 'billing'],
  queryFn: ({ signal }) => call(readBillingDefaults, { signal }),
})

const firstDefaults: BillingDefaults = {
  salesTax: firstSalesTax,
  dueDays: firstBilling.dueDays,
  publicBodyDueDays: firstBilling.publicBodyDueDays,
  contractTerms: contractTermsOf(firstBilling),
  publicBodyContractTerms: contractTermsOf(firstBilling, 'public-school'),
  firmSignsContracts: false,
}

/** What new invoices and contracts begin with: from the page, and read again when the settings change. */
export const useBillingDefaults = (): BillingDefaults => {
  const known = portalConfig().billing
  return useQuery({ ...billing, ...(known === null ? {} : { initialData: known }) }).data ?? firstDefaults
}

const services = queryOptions({
  queryKey: ['firm-settings', 'services'],
  queryFn: ({ signal }) => call(readServices, { signal }),
})

/** The firm's services in their order, hidden ones included: from the page, and read again when the settings change. */
export const useServices = (): ServiceChoice[] => {
  const known = portalConfig().services
  return useQuery({ ...services, ...(known === null ? {} : { initialData: known }) }).data ?? choicesOf(firstServices)
}

/** The name of a service of the catalog. */
export function useServiceName(): (key: string) => string {
  const all = useServices()
  return (key) => all.find((service) => service.key === key)?.name ?? 'Other service'
}

/** The services to choose from, and the one that a record has already. */
export const useServiceOptions = (current?: string | null) =>
  useServices()
    .filter(({ key, isOffered }) => isOffered || key === current)
    .map(({ key, name, isOffered }) => ({ value: key, label: isOffered ? name : `${name} (hidden)` }))
