import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDateTime } from '../kit/dates.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { BillingSection } from './BillingSection.tsx'
import { BookingSection } from './BookingSection.tsx'
import { ContractsSection } from './ContractsSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { IdentitySection } from './IdentitySection.tsx'
import { BrandingSection } from './BrandingSection.tsx'
import { OnlinePaymentSection } from './OnlinePaymentSection.tsx'
import { OfficeHoursSection } from './OfficeHoursSection.tsx'
import { PublicSiteSection } from './PublicSiteSection.tsx'
import { firmSettings } from './queries.ts'
import { SalesTaxSection } from './SalesTaxSection.tsx'
import { ServicesSection } from './ServicesSection.tsx'
import { TimeSection } from './TimeSection.tsx'
import { VersionsSection } from './VersionsSection.tsx'
import { texts } from './words.ts'

export const load = ({ client }: PageLoad) => client.ensureQueryData(firmSettings)

const sections = [
  { value: 'firm', label: 'Firm', Section: IdentitySection },
  { value: 'look', label: 'Logo and color', Section: BrandingSection },
  { value: 'tax', label: 'Sales tax', Section: SalesTaxSection },
  { value: 'billing', label: 'Billing', Section: BillingSection },
  { value: 'contracts', label: 'Contracts', Section: ContractsSection },
  { value: 'time', label: 'Time', Section: TimeSection },
  { value: 'online', label: 'Online payment', Section: OnlinePaymentSection },
  { value: 'site', label: 'Public site', Section: PublicSiteSection },
  { value: 'services', label: 'Services', Section: ServicesSection },
  { value: 'email', label: 'Email', Section: EmailSection },
  { value: 'hours', label: 'Office hours', Section: OfficeHoursSection },
  { value: 'booking', label: 'Booking', Section: BookingSection },
  { value: 'versions', label: 'Versions', Section: VersionsSection },
]

/** What the firm says about itself and how it bills, a section for each. */
export default function FirmSettingsPage() {
  const { data: settings } = useSuspenseQuery(firmSettings)
  const [tab, setTab] = useUrlState('tab', 'firm')
  const chosen = sections.find(({ value }) => value === tab)?.value ?? 'firm'
  const { changedAt, changedByName } = settings
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Firm settings"
        description={
          <>
            {texts.page}
            {changedAt !== null && (
              <span className="mt-0.5 block text-meta text-ink-3">
                Last changed by {changedByName ?? 'someone'} on {formatDateTime(changedAt)}
              </span>
            )}
          </>
        }
      />
      <Tabs label="Sections" tabs={sections} value={chosen} onChange={setTab}>
        {sections.map(({ value, Section }) => (
          <OpenTabPanel key={value} value={value}>
            <Section settings={settings} />
          </OpenTabPanel>
        ))}
      </Tabs>
    </>
  )
}
