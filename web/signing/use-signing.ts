import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { z } from 'zod'
import { askPasskey } from '../../api/passkeys.ts'
import type { PasskeyAnswer } from '../../domain/passkey.ts'
import { faultOfDrawn, SignatureInput } from '../../domain/signature.ts'
import { call, CallError } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { signWithPasskey } from '../passkeys/ceremony.ts'
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
  /** Which text the reader said they have read; another one has to be read first. */
  const [readText, setReadText] = useState<string | null>(null)
  const [drawing, setDrawing] = useState<PointGroup[]>([])
  const step: Step = readText === subject.textKey ? wanted : 'read'
  const passkey = useRef<PasskeyAnswer | undefined>(undefined)
  const isChanged = readText !== null && readText !== subject.textKey

  const form = usePortalForm({
    schema: SigningForm,
    defaultValues: { kind: 'typed', name: fullName(user), strokes: [], password: '' },
    failure: 'The signature could not be saved. Please try again.',
    send: ({ consent, kind, name, strokes, password }, key) => {
      const confirmation = passkey.current === undefined ? { password } : { passkey: passkey.current }
      // It signed one challenge, which is used up.
      passkey.current = undefined
      return subject.sign({ consent, kind, name, strokes, ...confirmation }, key).catch((error: unknown) => {
        if (error instanceof CallError) goWhereItIsWrong(error)
        throw error
      })
    },
    onSent: () => client.invalidateQueries({ queryKey: [subject.noun] }),
    onFailed: ({ status }) => {
      if (status === 409 || status === 412) void startAgain()
    },
  })

  /** The server's word about a field of an earlier step is read there. */
  function goWhereItIsWrong({ issues: [first] }: CallError) {
    if (first === undefined || ['', 'password', 'passkey'].includes(first.path)) return
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
    if (step === 'read' && !subject.isReceived) return
    if (step === 'read') setReadText(subject.textKey)
    if (step === 'agree' && !(await form.trigger('consent', { shouldFocus: true }))) return
    if (step === 'sign' && !(await isSignGiven())) return
    if (step === 'review') return form.submit()
    setStep(stepAfter(step))
  }

  /** In place of the password. The device asks for a fingerprint, a face, or a PIN. */
  async function signByPasskey() {
    if (!(await form.trigger('intent', { shouldFocus: true }))) return
    passkey.current = await signWithPasskey(await call(askPasskey))
    form.setValue('password', undefined)
    form.submit()
  }

  return {
    step,
    form,
    drawing,
    draw,
    next: () => void next(),
    back: () => setStep(stepBefore(step)),
    signByPasskey,
    /** What the first step waits for. */
    hint: step === 'read' && !subject.isReceived ? hintFor(subject) : null,
    /** Why it has to be read again. */
    toRead: isChanged ? `The ${subject.word} changed while you were signing. Read it again.` : null,
    isDirty: wanted !== 'read' || form.formState.isDirty,
  }
}

const hintFor = ({ word, viewAddress }: Subject) =>
  viewAddress !== null && navigator.pdfViewerEnabled
    ? `Loading the ${word}…`
    : `Open or download the ${word} to continue.`
