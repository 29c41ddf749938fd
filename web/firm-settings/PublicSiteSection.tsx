import { FirmPublicSite, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { examplesPerService, publicServiceTypes } from '../../domain/public-site.ts'
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
  const services = form.watch('services')
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
      {publicServiceTypes.map((type, at) => (
        <fieldset key={type} className="min-w-0 border-t border-line pt-4">
          <legend className="float-left mb-3 w-full text-panel wrap-anywhere text-ink">
            Service {at + 1}: {services[at]?.name}
          </legend>
          <div className="clear-both grid grid-cols-1 gap-4">
            <TextField
              label="Name"
              maxLength={80}
              error={errorOf(`services.${at}.name`)}
              {...register(`services.${at}.name`)}
            />
            <TextField
              label="In one sentence"
              maxLength={200}
              error={errorOf(`services.${at}.brief`)}
              {...register(`services.${at}.brief`)}
            />
            <TextArea
              label="In one paragraph"
              rows={3}
              maxLength={800}
              error={errorOf(`services.${at}.detail`)}
              {...register(`services.${at}.detail`)}
            />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              {Array.from({ length: examplesPerService }, (_, index) => (
                <TextField
                  key={`${type} ${String(index)}`}
                  label={`Example ${index + 1}`}
                  maxLength={80}
                  error={errorOf(`services.${at}.examples.${index}`)}
                  {...register(`services.${at}.examples.${index}`)}
                />
              ))}
            </div>
          </div>
        </fieldset>
      ))}
    </SectionPanel>
  )
}
