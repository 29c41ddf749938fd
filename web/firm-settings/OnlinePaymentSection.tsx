import { FirmOnlinePayment, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

export function OnlinePaymentSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmOnlinePayment,
    valuesOf: ({ onlinePayment }) => onlinePayment,
    change: (onlinePayment) => ({ onlinePayment }),
    success: 'Online payment saved',
  })
  return (
    <SectionPanel
      title="Online payment"
      note={
        settings.canTakeOnline
          ? 'Clients pay by card or ACH on Stripe’s page, public bodies by ACH.'
          : texts.noStripeKeys
      }
      form={form}
    >
      <CheckboxField label="Let clients pay invoices online" {...form.register('isOn')} />
      <CheckboxField label="Let clients pay part of what is due" {...form.register('allowsPartial')} />
    </SectionPanel>
  )
}
