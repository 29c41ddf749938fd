import { termsFor } from '../../domain/contract-terms.ts'
import { FirmBilling, type FirmSettingsView, paymentParagraphs } from '../../domain/firm-settings.ts'
import { previewInvoice } from '../../api/firm-settings.ts'
import { addressOf } from '../kit/call.ts'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { PercentField } from './PercentField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

/** Parses a field of days; the schema rejects what is not a number. */
const asNumber = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }

export function BillingSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmBilling,
    valuesOf: ({ billing }) => ({
      ...billing,
      paymentInstructions: billing.paymentInstructions ?? '',
      contractTerms: billing.contractTerms ?? '',
    }),
    change: (billing) => ({ billing }),
    success: 'Billing settings saved',
  })
  const { register, errorOf, control, watch } = form
  const typed = FirmBilling.safeParse(watch())
  const days = (name: 'dueDays' | 'publicBodyDueDays', label: string) => (
    <TextField label={label} inputMode="numeric" error={errorOf(name)} {...register(name, asNumber)} />
  )
  return (
    <SectionPanel
      title="Invoices and terms"
      note="Defaults for new invoices and contracts."
      form={form}
      preview={
        <div className="rounded-lg border border-line bg-surface p-5 text-body text-ink-2 shadow-sheet sm:p-6">
          {typed.success ? (
            <HowToPay settings={settings} billing={typed.data} />
          ) : (
            <p>Correct the fields to see a preview.</p>
          )}
          <p className="mt-4 border-t border-line pt-3">
            <a href={addressOf(previewInvoice, {})} target="_blank" rel="noreferrer" className="link">
              Open a sample invoice (PDF)
            </a>{' '}
            with the saved settings
          </p>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {days('dueDays', 'Due after (days)')}
        {days('publicBodyDueDays', 'Public bodies (days)')}
        <PercentField
          label="Late charge per month"
          help="0 for none."
          name="lateCharge"
          control={control}
          perPercent={100}
        />
      </div>
      <TextArea
        label="Payment instructions"
        optional
        rows={4}
        maxLength={1500}
        help={texts.paymentInstructions}
        error={errorOf('paymentInstructions')}
        {...register('paymentInstructions')}
      />
      <TextArea
        label="Payment instructions for public bodies"
        rows={2}
        maxLength={1500}
        help={texts.publicPaymentInstructions}
        error={errorOf('publicBodyInstructions')}
        {...register('publicBodyInstructions')}
      />
      <TextArea
        label="Contract terms"
        optional
        rows={6}
        maxLength={10_000}
        placeholder={typed.success ? termsFor(typed.data) : undefined}
        help="Leave empty for standard terms with the days and late charge above."
        error={errorOf('contractTerms')}
        {...register('contractTerms')}
      />
    </SectionPanel>
  )
}

function HowToPay({ settings, billing }: { settings: FirmSettingsView; billing: FirmBilling }) {
  const parts = [
    { title: 'How to pay', paragraphs: paymentParagraphs(settings.identity, billing, false) },
    { title: 'How to pay, public bodies', paragraphs: paymentParagraphs(settings.identity, billing, true) },
  ]
  return parts.map(({ title, paragraphs }) => (
    <section key={title} className="not-first:mt-5">
      <h3 className="text-panel text-ink">{title}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-1.5 wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </section>
  ))
}
