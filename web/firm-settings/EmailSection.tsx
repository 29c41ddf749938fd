import { FirmEmails, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useLogo } from './use-logo.ts'
import { useSectionForm } from './use-section-form.ts'

export function EmailSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmEmails,
    valuesOf: ({ emails }) => ({ ...emails, signature: emails.signature ?? '' }),
    change: (emails) => ({ emails }),
    success: 'Email settings saved',
  })
  const { register, errorOf, watch } = form
  return (
    <SectionPanel
      title="Email"
      note="Appears in every email that the portal sends."
      form={form}
      preview={<EmailPreview settings={settings} signature={watch('signature') ?? ''} showLogo={watch('showLogo')} />}
    >
      <TextArea
        label="Signature"
        optional
        rows={4}
        maxLength={500}
        help="Up to 8 lines, such as a closing and the name of your team."
        error={errorOf('signature')}
        {...register('signature')}
      />
      <CheckboxField
        label="Show the logo at the top"
        help="Only a logo uploaded here can appear in emails."
        {...register('showLogo')}
      />
    </SectionPanel>
  )
}

type EmailPreviewProps = { settings: FirmSettingsView; signature: string; showLogo: boolean }

/** A preview of the header and footer of an email. */
function EmailPreview({ settings, signature, showLogo }: EmailPreviewProps) {
  const { name, phone, address } = settings.identity
  const logo = useLogo(settings)
  return (
    <div className="rounded-lg border border-line bg-surface p-5 text-lead text-ink shadow-sheet sm:p-8">
      {showLogo && settings.logo !== null && logo !== null && (
        <img src={logo} alt={name} className="mb-6 h-10 w-auto max-w-60" />
      )}
      <p>Hi Ann,</p>
      <p className="mt-4">The text of the email appears here.</p>
      <p className="my-6">
        {/* Not a link: it leads nowhere. */}
        <span className="inline-block rounded-md bg-primary px-5 py-3 font-semibold text-on-primary">
          Open document
        </span>
      </p>
      <p>Questions? Reply to this email or call {phone}.</p>
      {signature.trim() !== '' && <p className="mt-4 wrap-anywhere whitespace-pre-line">{signature}</p>}
      <p className="mt-4 border-t border-line pt-4 text-meta wrap-anywhere text-ink-3">
        {[name, phone, address].join(' · ')}
      </p>
    </div>
  )
}
