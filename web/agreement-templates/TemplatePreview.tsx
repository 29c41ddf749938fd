import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { fillTemplate } from '../../domain/template-text.ts'
import type { TemplateForm, TemplateFormValues } from './ClausesField.tsx'
import { TermsText } from './TermsText.tsx'
import { exampleValues, texts } from './words.ts'

/** A live preview of a template with example values. */
export function TemplatePreview({ form }: { form: TemplateForm }) {
  const values = useDeferredValue(
    useWatch({ control: form.control, compute: (all: TemplateFormValues) => structuredClone(all) }),
  )
  const clauses = values.clauses.map(({ title, text, isOptional = false }) => ({ title, text, isOptional }))
  const introduction = values.introduction?.trim() ? values.introduction : null
  const all = clauses.map((_, index) => index)
  return (
    <article
      aria-label={values.name.trim() || 'Template'}
      className="min-w-0 rounded-lg border border-line bg-surface px-5 py-6 shadow-sheet sm:px-10 sm:py-9"
    >
      <p className="text-meta text-ink-3">{texts.preview}</p>
      <TermsText terms={fillTemplate({ introduction, clauses }, all, exampleValues[values.kind])} />
    </article>
  )
}
