import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { z } from 'zod'
import { faultOfDrawn, SignatureInput } from '../../domain/signature.ts'
import { CallError } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { fullName } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { strokesOf } from './drawing.ts'
import { type Step, stepAfter, stepBefore } from './steps.ts'
import type { Subject } from './subject.ts'

const SigningForm = SignatureInput.safeExtend({
  intent: z.literal(true, 'Please confirm that this is to be your signature.'),
})

export type SigningForm = ReturnType<typeof useSigning>['form']

/** The steps of a signing and what is entered in them, which stays until it is signed, whatever goes wrong on the way. */
export function useSigning(subject: Subject) {
  const client = useQueryClient()
  const user = useUser()
  const [wanted, setStep] = useState<Step>('read')
  /** Which text the reader had before them, and which they said they have read; another one has to be read first. */
  const [openedText, setOpenedText] = useState<string | null>(null)
  const [readText, setReadText] = useState<string | null>(null)
  const [toOpen, setToOpen] = useState<string | null>(null)
  const [drawing, setDrawing] = useState<PointGroup[]>([])
  const step: Step = readText === subject.textKey ? wanted : 'read'
  const isChanged = readText !== null && readText !== subject.textKey

  const form = usePortalForm({
    schema: SigningForm,
    defaultValues: { kind: 'typed', name: fullName(user), strokes: [] },
    failure: 'The signature could not be saved. Please try again.',
    send: ({ consent, kind, name, strokes }, key) =>
      subject.sign({ consent, kind, name, strokes }, key).catch((error: unknown) => {
        if (error instanceof CallError) goWhereItIsWrong(error)
        throw error
      }),
    onSent: () => client.invalidateQueries(),
    onFailed: ({ status }) => {
      if (status === 409 || status === 412) void startAgain()
    },
  })

  /** The server's word about a field of an earlier step is read there. */
  function goWhereItIsWrong({ issues: [first] }: CallError) {
    if (first === undefined || first.path === '') return
    setStep(first.path === 'consent' ? 'agree' : 'sign')
  }

  /** It was changed, signed or taken back meanwhile: what it is now decides. */
  async function startAgain() {
    await client.invalidateQueries({ queryKey: [subject.noun] })
    setReadText(null)
    setStep('read')
  }

  function draw(next: PointGroup[]) {
    setDrawing(next)
    form.setValue('strokes', next.length === 0 ? [] : strokesOf(next), { shouldDirty: true })
    form.clearErrors('strokes')
  }

  async function isSignGiven() {
    const isNamed = await form.trigger(['kind', 'name'])
    const fault = form.getValues('kind') === 'drawn' ? faultOfDrawn(form.getValues('strokes') ?? []) : null
    if (fault !== null) form.setError('strokes', { type: 'drawing', message: fault })
    return isNamed && fault === null
  }

  async function next() {
    if (step === 'read' && openedText !== subject.textKey)
      return setToOpen(`Please open the ${subject.word} and read it first.`)
    if (step === 'read') setReadText(subject.textKey)
    if (step === 'agree' && !(await form.trigger('consent', { shouldFocus: true }))) return
    if (step === 'sign' && !(await isSignGiven())) return
    if (step === 'review') return form.submit()
    setStep(stepAfter(step))
  }

  return {
    step,
    form,
    drawing,
    draw,
    next: () => void next(),
    back: () => setStep(stepBefore(step)),
    opened: () => {
      setToOpen(null)
      setOpenedText(subject.textKey)
    },
    /** Why it has to be read, or read again. */
    toRead: toOpen ?? (isChanged ? `The ${subject.word} was changed meanwhile. Please read it again.` : null),
    isDirty: wanted !== 'read' || form.formState.isDirty,
  }
}
