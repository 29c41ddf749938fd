import { queryOptions, useQuery } from '@tanstack/react-query'
import { readBillingDefaults, readFirmSettings } from '../../api/firm-settings.ts'
import { type BillingDefaults, contractTermsOf, firstBilling } from '../../domain/firm-settings.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { call } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'

export const firmSettings = queryOptions({
  queryKey: ['firm-settings'],
  queryFn: ({ signal }) => call(readFirmSettings, { signal }),
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
