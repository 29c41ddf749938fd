import { FirmIdentity, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { InvoiceHeader } from '../invoices/InvoiceSheet.tsx'
import { TextField } from '../kit/TextField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useLogo } from './use-logo.ts'
import { useSectionForm } from './use-section-form.ts'

export function IdentitySection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmIdentity,
    valuesOf: ({ identity }) => identity,
    change: (identity) => ({ identity }),
    success: 'Firm details saved',
  })
  const { register, errorOf, watch } = form
  const logo = useLogo(settings)
  return (
    <SectionPanel
      title="Firm details"
      note="Invoices that were already sent don’t change."
      form={form}
      preview={
        <div className="rounded-lg border border-line bg-surface p-5 shadow-sheet sm:p-8">
          <InvoiceHeader number="INV-20260105-01" issuer={watch()} logo={logo} />
        </div>
      }
    >
      <TextField label="Name" maxLength={120} error={errorOf('name')} {...register('name')} />
      <TextField
        label="Address"
        help="On one line, such as 12 Main Street, Staunton, VA 24401."
        maxLength={200}
        error={errorOf('address')}
        {...register('address')}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Phone" type="tel" maxLength={40} error={errorOf('phone')} {...register('phone')} />
        <TextField
          label="Email"
          type="email"
          help="Replies to emails from the portal go to this address."
          error={errorOf('email')}
          {...register('email')}
        />
      </div>
    </SectionPanel>
  )
}
