// A form that preserves what was typed after every kind of failure.
import type { SyntheticEvent } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { CallError, sentenceOf } from './call.ts'
import { useSignInAgain } from './sign-in-again.ts'

export interface FormPlan<Typed extends FieldValues, Checked, Result> {
  resolver?: Resolver<Typed, unknown, Checked>
  defaultValues?: DefaultValues<Typed>
  /** Sends the checked values. Pass the key on to call(): trying the same submission again then does nothing twice. */
  send: (values: Checked, idempotencyKey: string) => Promise<Result>
  onSent?: (result: Result, values: Checked) => void | Promise<void>
  /** Said where the server gave no sentence of its own. */
  failure: string
  /** Called for every failure that concerns the whole form, for the toast that the specification requires. */
  onFailed?: (error: CallError) => void
  /** A 401 is this form's own answer (signing in), not the end of a session. */
  signsIn?: boolean
}

export interface PortalForm<Typed extends FieldValues, Checked> extends UseFormReturn<Typed, unknown, Checked> {
  submit: (event?: SyntheticEvent) => void
  pending: boolean
  /** What went wrong with the form as a whole; show it with <FormProblem>. */
  problem: string | null
  /** The message of one field, for its `error`. */
  errorOf: (name: FieldPath<Typed>) => string | undefined
}

/**
 * react-hook-form with the portal's error handling. Typed values are never lost: validation errors go to their fields,
 * an expired session asks the user to sign in again in place, and without a network the form shows an error.
 */
export function useFormWith<Typed extends FieldValues, Checked, Result>(
  plan: FormPlan<Typed, Checked, Result>,
): PortalForm<Typed, Checked> {
  const form = useForm<Typed, unknown, Checked>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // It focuses again in a timer, in the order of registration, and skips fields that it did not register.
    shouldFocusError: false,
    ...(plan.resolver === undefined ? {} : { resolver: plan.resolver }),
    ...(plan.defaultValues === undefined ? {} : { defaultValues: plan.defaultValues }),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const { formState } = form
  const signInAgain = useSignInAgain()
  const submissionKey = useSubmissionKey()
  const submitted = useRef<EventTarget | null>(null)
  // Together with the errors on the screen, so that the next letters are typed into that field.
  useLayoutEffect(() => {
    if (submitted.current instanceof HTMLFormElement)
      submitted.current.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [formState.submitCount])

  async function sendChecked(values: Checked) {
    setProblem(null)
    try {
      const result = await plan.send(values, submissionKey.for(values))
      submissionKey.forget()
      await plan.onSent?.(result, values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401 && plan.signsIn !== true) return setProblem(afterSigningIn(await signInAgain()))
      if (placeIssues(form, error)) {
        // What the form could have known itself needs no toast; what only the server could know does.
        if (error.status !== 400) plan.onFailed?.(error)
        return
      }
      setProblem(sentenceOf(error, plan.failure))
      plan.onFailed?.(error)
    }
  }

  return {
    ...form,
    submit: (event) => {
      submitted.current = event?.currentTarget ?? null
      void form.handleSubmit(sendChecked)(event)
    },
    pending: formState.isSubmitting,
    problem,
    errorOf: (name) => form.getFieldState(name, formState).error?.message,
  }
}

const afterSigningIn = (signedIn: boolean) =>
  signedIn
    ? 'You’re signed in again. Submit the form again. Your work is still here.'
    : 'You’re signed out. Sign in to submit. Your work is still here.'

/** Puts the server's issues at their fields. False where some issue has no field here, so that it must be said elsewhere. */
function placeIssues<V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>, error: CallError): boolean {
  const placed = error.issues.filter((issue) => {
    if (issue.path === '') return false
    const path = issue.path as FieldPath<V>
    form.setError(path, { type: 'server', message: issue.message })
    // Only the error of a field on the screen gets the field's ref.
    const isOnScreen = form.getFieldState(path).error?.ref !== undefined
    if (!isOnScreen) form.clearErrors(path)
    return isOnScreen
  })
  return placed.length > 0 && placed.length === error.issues.length
}

/** One key per submission: the same while the same values are tried again, a new one for other values or after success. */
function useSubmissionKey() {
  const last = useRef<{ values: string; key: string } | null>(null)
  return {
    for(values: unknown) {
      const text = JSON.stringify(values)
      if (last.current?.values !== text) last.current = { values: text, key: crypto.randomUUID() }
      return last.current.key
    },
    forget() {
      last.current = null
    },
  }
}
