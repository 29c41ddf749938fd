import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { acknowledgeEmployeeHandbook } from '../../api/employee-acknowledgments.ts'
import { AcknowledgmentInput, type EmployeeHandbook } from '../../domain/employee-acknowledgment.ts'
import { Button } from '../kit/Button.tsx'
import { call, type CallError } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useTexts } from '../kit/translations.tsx'
import type { PageText } from './english-words.ts'
import { errorText, nameErrorText } from './error-texts.ts'
import { employeeHandbook } from './queries.ts'

/** What the employee confirms, and the form to confirm it. */
export function Acknowledgment({ token, handbook }: { token: string; handbook: EmployeeHandbook }) {
  const { t } = useTexts<PageText>()
  const section = useRef<HTMLElement>(null)
  return (
    <Panel className="mt-12">
      <section
        ref={section}
        id="acknowledge"
        tabIndex={-1}
        aria-labelledby="acknowledge-heading"
        className="scroll-mt-6"
      >
        <h2 id="acknowledge-heading" className="font-display text-subtitle text-ink">
          {t('acknowledgment')}
        </h2>
        <Statement handbook={handbook} />
        <div className="mt-5">
          {handbook.acknowledgedAt === null ? (
            <Confirm token={token} onConfirmed={() => section.current?.focus({ preventScroll: true })} />
          ) : (
            <Confirmed handbook={handbook} />
          )}
        </div>
      </section>
    </Panel>
  )
}

/** In another language, the English text is next to its translation. */
function Statement({ handbook: { acknowledgment, acknowledgmentInSpanish } }: { handbook: EmployeeHandbook }) {
  const { t, language } = useTexts<PageText>()
  const original = <Lines lines={acknowledgment} />
  if (language === 'en') return original
  if (acknowledgmentInSpanish === null)
    return (
      <>
        <p className="mt-3 text-body text-ink-2">{t('noTranslation')}</p>
        <div lang="en">{original}</div>
      </>
    )
  return (
    <div className="mt-3 grid gap-6 sm:grid-cols-2">
      <div>
        <h3 className="text-meta font-semibold text-ink-2">{t('translation')}</h3>
        <Lines lines={acknowledgmentInSpanish} />
      </div>
      <div>
        <h3 className="text-meta font-semibold text-ink-2">{t('original')}</h3>
        <div lang="en">{original}</div>
      </div>
    </div>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, index) => (
    <p key={index} className="mt-3 text-lead wrap-anywhere text-ink">
      {line}
    </p>
  ))

/** `onConfirmed` moves the focus, because the form is replaced by its result. */
function Confirm({ token, onConfirmed }: { token: string; onConfirmed: () => void }) {
  const { t, language } = useTexts<PageText>()
  const client = useQueryClient()
  // The error itself, so that its text changes with the language.
  const [failure, setFailure] = useState<CallError | null>(null)
  const form = usePortalForm({
    schema: AcknowledgmentInput,
    defaultValues: { token, name: '' },
    failure: t('fault'),
    send: (body) => call(acknowledgeEmployeeHandbook, { body: { ...body, language } }),
    onSent: (confirmed) => {
      client.setQueryData(employeeHandbook(token).queryKey, confirmed)
      onConfirmed()
    },
    onFailed: setFailure,
  })
  return (
    <form noValidate onSubmit={form.submit} className="no-print max-w-[420px] space-y-4">
      <FormProblem problem={form.problem === null ? null : errorText(t, failure)} />
      <TextField
        label={t('name')}
        autoComplete="name"
        error={nameErrorText(t, form.errorOf('name'))}
        {...form.register('name')}
      />
      <Button type="submit" variant="primary" pending={form.pending} pendingLabel={t('saving')}>
        {t('acknowledge')}
      </Button>
    </form>
  )
}

export function Confirmed({ handbook: { acknowledgedAt, signedName } }: { handbook: EmployeeHandbook }) {
  const { t, formatLongDate } = useTexts<PageText>()
  if (acknowledgedAt === null) return null
  return (
    <p role="status" className="flex items-start gap-2 text-lead wrap-anywhere text-ink">
      <CircleCheck size={20} className="mt-0.5 shrink-0 text-ok" />
      {t('acknowledged', { name: signedName ?? '', date: formatLongDate(acknowledgedAt) })}
    </p>
  )
}
