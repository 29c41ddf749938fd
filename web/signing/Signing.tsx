import { useState } from 'react'
import { FormProblem } from '../kit/FormProblem.tsx'
import { AgreeStep } from './AgreeStep.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { NotToSign } from './NotToSign.tsx'
import { OpenLinks, PaperView } from './PaperView.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { Signed } from './Signed.tsx'
import { SigningFrame } from './SigningFrame.tsx'
import { SignStep } from './SignStep.tsx'
import { StepBar } from './StepBar.tsx'
import { StepHeading } from './StepHeading.tsx'
import { numberOf, steps, stepWords } from './steps.ts'
import type { Subject } from './subject.ts'
import { useSigning } from './use-signing.ts'

/** The ceremony: read, agree, sign, review; or say no at any of them. What cannot be signed says why. */
export function Signing({ subject }: { subject: Subject }) {
  if (subject.signature !== null)
    return (
      <SigningFrame title={`Signed: ${subject.title}`} dirty={false}>
        <Signed subject={subject} signature={subject.signature} />
      </SigningFrame>
    )
  if (!subject.maySign)
    return (
      <SigningFrame title={subject.title} dirty={false}>
        <NotToSign subject={subject} />
      </SigningFrame>
    )
  return <Ceremony subject={subject} />
}

function Ceremony({ subject }: { subject: Subject }) {
  const { step, form, drawing, draw, next, back, signByPasskey, hint, toRead, isDirty } = useSigning(subject)
  const [declining, setDeclining] = useState(false)
  const bar = (
    <StepBar
      step={step}
      pending={form.pending}
      hint={hint}
      onBack={back}
      onNext={next}
      onDecline={() => setDeclining(true)}
    />
  )
  return (
    <SigningFrame title={`Sign ${subject.title}`} dirty={isDirty} bar={bar}>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col-reverse justify-end lg:flex-row lg:justify-start"
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <PaperView subject={subject} isFirstStep={step === 'read'} />
        <div className="border-line bg-surface p-4 sm:p-6 lg:w-[400px] lg:shrink-0 lg:overflow-y-auto lg:border-l">
          <h1 className="font-display text-title-phone wrap-anywhere text-ink">{subject.title}</h1>
          <p className="mt-1 text-meta text-ink-3">{subject.note}</p>
          <StepHeading level={2} stamp={step} isFirst={step === 'read'}>
            <span className="sr-only">
              Step {numberOf(step)} of {steps.length}:{' '}
            </span>
            {stepWords[step].heading}
          </StepHeading>
          <div className="mt-4">
            <FormProblem problem={toRead ?? form.problem} />
            {step === 'read' && <ReadStep subject={subject} />}
            {step === 'agree' && <AgreeStep register={form.register('consent')} error={form.errorOf('consent')} />}
            {step === 'sign' && <SignStep form={form} drawing={drawing} onDrawing={draw} />}
            {step === 'review' && <ReviewStep subject={subject} form={form} signByPasskey={signByPasskey} />}
            {step !== 'read' && (
              <div className="mt-5 text-body lg:hidden">
                <OpenLinks quiet subject={subject} />
              </div>
            )}
          </div>
        </div>
      </form>
      {declining && <DeclineDialog subject={subject} onClose={() => setDeclining(false)} />}
    </SigningFrame>
  )
}

function ReadStep({ subject: { word } }: { subject: Subject }) {
  return (
    <p className="text-lead text-ink-2">
      Take the time you need. If something in the {word} is not right, choose “Decline” and tell us what; we will come
      back to you.
    </p>
  )
}
