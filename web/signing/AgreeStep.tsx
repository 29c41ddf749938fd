import type { UseFormRegisterReturn } from 'react-hook-form'
import { consentFor } from '../../domain/consent.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { portalConfig } from '../kit/config.ts'

type AgreeStepProps = { register: UseFormRegisterReturn; error: string | undefined }

/** The whole text, and a box that nobody ticked beforehand. */
export function AgreeStep({ register, error }: AgreeStepProps) {
  const { sections, agreement } = consentFor(portalConfig().provider)
  return (
    <>
      <div className="space-y-4">
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h3 className="text-panel text-ink">{title}</h3>
            <p className="mt-1 text-body text-ink-2">{text}</p>
          </section>
        ))}
      </div>
      <CheckboxField
        label={agreement}
        error={error}
        className="mt-5 rounded-md border border-line-strong p-3.5 has-checked:border-primary has-checked:bg-info-soft"
        {...register}
      />
    </>
  )
}
