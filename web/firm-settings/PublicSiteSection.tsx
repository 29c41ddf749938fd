import { FirmPublicSite, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

export function PublicSiteSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmPublicSite,
    valuesOf: ({ publicSite }) => publicSite,
    change: (publicSite) => ({ publicSite }),
    success: 'Public site saved',
  })
  const { register, errorOf } = form
  return (
    <SectionPanel title="Public site" note={texts.publicSite} form={form}>
      <TextField label="Headline" maxLength={120} error={errorOf('headline')} {...register('headline')} />
      <TextArea
        label="Introduction"
        rows={3}
        maxLength={400}
        error={errorOf('introduction')}
        {...register('introduction')}
      />
      <TextArea
        label="About the firm, first paragraph"
        rows={3}
        maxLength={1000}
        error={errorOf('about.0')}
        {...register('about.0')}
      />
      <TextArea
        label="About the firm, second paragraph"
        rows={3}
        maxLength={1000}
        error={errorOf('about.1')}
        {...register('about.1')}
      />
    </SectionPanel>
  )
}
