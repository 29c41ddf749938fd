import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { consentFor } from '../../domain/consent.ts'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { portalConfig } from '../kit/config.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { canUsePasskeys } from '../passkeys/ceremony.ts'
import { SignaturePicture } from './SignaturePicture.tsx'
import type { Subject } from './subject.ts'
import type { SigningForm } from './use-signing.ts'

type ReviewStepProps = { subject: Subject; form: SigningForm; signByPasskey: () => Promise<void> }

/** Everything once more before it counts, and a box of its own that says so. */
export function ReviewStep({ subject, form, signByPasskey }: ReviewStepProps) {
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
      <Confirmation form={form} signByPasskey={signByPasskey} />
      <p className="mt-3 text-meta text-ink-3">
        It counts when you press “Sign document”. Then you and the team get a sealed copy, and nothing in it can change.
      </p>
    </>
  )
}

/** The password, or a passkey where there is one: who signs confirms who they are. */
function Confirmation({ form, signByPasskey }: Pick<ReviewStepProps, 'form' | 'signByPasskey'>) {
  const { data: factor } = useQuery(secondFactor)
  const byPasskey = useMutation({ mutationFn: signByPasskey })
  const hasPasskey = factor !== undefined && factor.passkeys > 0 && canUsePasskeys()
  return (
    <div className="mt-5">
      {byPasskey.isError && <FormProblem problem={sentenceOf(byPasskey.error, 'The passkey could not be used.')} />}
      <PasswordField
        label="Your password"
        help="Confirms that it’s you. The certificate records that it was entered."
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      {hasPasskey && (
        <Button
          className="mt-3"
          pending={byPasskey.isPending}
          pendingLabel="Waiting for your device..."
          onClick={() => byPasskey.mutate()}
        >
          Sign with a passkey instead
        </Button>
      )}
    </div>
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
