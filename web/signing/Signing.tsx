import { useId, useRef, useState } from 'react'
import { consentFor } from '../../domain/consent.ts'
import { portalConfig } from '../kit/config.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useMedia } from '../kit/media.ts'
import { Confirmation } from './Confirmation.tsx'
import { Consent } from './Consent.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { DocumentToSign } from './DocumentToSign.tsx'
import { NothingToSign } from './NothingToSign.tsx'
import { SignatureFields } from './SignatureFields.tsx'
import { Signed } from './Signed.tsx'
import { SigningBar } from './SigningBar.tsx'
import { SigningFrame } from './SigningFrame.tsx'
import type { SigningTarget } from './signing-target.ts'
import { useInView } from './use-in-view.ts'
import { useSigning } from './use-signing.ts'

/** One page to read, agree, and sign, or to decline. What can't be signed says why. */
export function Signing({ target }: { target: SigningTarget }) {
  if (target.signature !== null && !target.maySign)
    return (
      <SigningFrame title={`Signed: ${target.title}`} dirty={false}>
        <Signed target={target} signature={target.signature} />
      </SigningFrame>
    )
  if (!target.maySign)
    return (
      <SigningFrame title={target.title} dirty={false}>
        <NothingToSign target={target} />
      </SigningFrame>
    )
  return <SigningForm target={target} />
}

function SigningForm({ target }: { target: SigningTarget }) {
  const signing = useSigning(target)
  const { form, drawing, draw, signByPasskey, hint, sign, toRead, isDirty } = signing
  const { word } = target
  const [declining, setDeclining] = useState(false)
  const isWide = useMedia('(width >= 64rem)')
  const formId = useId()
  const fields = useRef<HTMLDivElement>(null)
  const isInView = useInView(fields)

  /** To the first thing that is still to be entered. */
  function goToSignature() {
    fields.current?.scrollIntoView({ block: 'start' })
    const isAgreed = (form.getValues('consent') as boolean | undefined) ?? false
    form.setFocus(isAgreed ? 'password' : 'consent', { shouldSelect: false })
  }

  const bar = (
    <SigningBar
      word={word}
      pending={form.pending}
      hint={hint}
      formId={formId}
      onDecline={target.mayDecline ? () => setDeclining(true) : null}
      {...(isWide || isInView ? {} : { onGoToSignature: goToSignature })}
    />
  )
  return (
    <SigningFrame title={`Sign ${target.title}`} dirty={isDirty} bar={isWide ? null : bar}>
      <form id={formId} noValidate className="lg:flex lg:min-h-0 lg:flex-1" onSubmit={sign}>
        <DocumentToSign
          key={target.textKey}
          target={target}
          form={form}
          onShown={signing.pagesShown}
          onDownload={signing.downloaded}
          onSignHere={goToSignature}
        />
        <div className="border-line bg-surface max-lg:border-t lg:flex lg:w-[400px] lg:shrink-0 lg:flex-col lg:border-l">
          <div ref={fields} className="space-y-5 p-4 sm:p-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
            <h2 className="font-display text-subtitle text-ink">Sign this {word}</h2>
            <FormProblem problem={toRead ?? form.problem} />
            <Consent form={form} />
            <SignatureFields form={form} drawing={drawing} onDrawing={draw} />
            <Confirmation form={form} isReady={hint === null} signByPasskey={signByPasskey} />
            <p className="text-meta text-ink-2">
              {consentFor(portalConfig().provider).intent} You and your consultant get a sealed copy that can’t be
              changed.
            </p>
          </div>
          {isWide && bar}
        </div>
      </form>
      {declining && <DeclineDialog target={target} onClose={() => setDeclining(false)} />}
    </SigningFrame>
  )
}
