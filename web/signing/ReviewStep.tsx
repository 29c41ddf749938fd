import type { ReactNode } from 'react'
import { consentFor } from '../../domain/consent.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { portalConfig } from '../kit/config.ts'
import { SignaturePicture } from './SignaturePicture.tsx'
import type { Subject } from './subject.ts'
import type { SigningForm } from './use-signing.ts'

type ReviewStepProps = { subject: Subject; form: SigningForm }

/** Everything once more before it counts, and a box of its own that says so. */
export function ReviewStep({ subject, form }: ReviewStepProps) {
  const { kind, name, strokes } = form.getValues()
  const { intent, version } = consentFor(portalConfig().provider)
  return (
    <>
      <dl className="space-y-4">
        <Fact label={`The ${subject.word}`}>{subject.title}</Fact>
        <Fact label="Signed by">{name}</Fact>
        <Fact label={kind === 'typed' ? 'Signature, typed' : 'Signature, drawn'}>
          <span className="mt-1 block border-b border-line-strong pb-1">
            <SignaturePicture kind={kind} name={name} strokes={strokes ?? []} />
          </span>
        </Fact>
        <Fact label="Electronic signing">You agreed to it (version {version} of the text).</Fact>
      </dl>
      <CheckboxField
        label={intent}
        error={form.errorOf('intent')}
        className="mt-5 rounded-md border border-line-strong p-3.5 has-checked:border-primary has-checked:bg-info-soft"
        {...form.register('intent')}
      />
      <p className="mt-3 text-meta text-ink-3">
        It counts when you press “Sign document”. Then you and the team get a sealed copy, and nothing in it can change.
      </p>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="text-body wrap-anywhere text-ink">{children}</dd>
    </div>
  )
}
