import { ChevronRight } from 'lucide-react'
import { consentFor } from '../../domain/consent.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { portalConfig } from '../kit/config.ts'
import type { SigningForm } from './use-signing.ts'

/** The whole text, folded, and a box that is not checked beforehand. */
export function Consent({ form }: { form: SigningForm }) {
  const { title, summary, sections, agreement } = consentFor(portalConfig().provider)
  return (
    <div className="rounded-md border border-line-strong p-3.5 has-checked:border-primary has-checked:bg-info-soft">
      <p className="text-body text-ink-2">{summary}</p>
      <details className="group mt-2">
        <summary className="link finger-high inline-flex cursor-pointer list-none items-center gap-1 text-body font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
          Read “{title}”
        </summary>
        <div className="mt-2 space-y-3 border-l-2 border-line pl-3">
          {sections.map((section) => (
            <section key={section.title}>
              <h3 className="text-panel text-ink">{section.title}</h3>
              <p className="mt-1 text-body text-ink-2">{section.text}</p>
            </section>
          ))}
        </div>
      </details>
      <CheckboxField label={agreement} error={form.errorOf('consent')} className="mt-3" {...form.register('consent')} />
    </div>
  )
}
