import { type ReactNode, useEffect, useState } from 'react'
import { CallError, sentenceOf } from '../kit/call.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { roleWords } from '../session/roles.ts'
import type { DemonstrationAccount } from './calls.ts'
import { demonstrationAccounts, finishProviderSignIn, signIn, signInWithPasskey } from './calls.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { texts } from './words.ts'

interface SignInFields {
  username: string
  password: string
  code?: string
}

export type SignInState = PortalForm<SignInFields, SignInFields> & {
  codeHelp: string | null
  isConfirmed: boolean
  onSignedIn: () => void
}

/**
 * The sign-in form's state: name and password first, then the code where there is a second step. A refusal leaves everything as it is, in the dialog and in a toast.
 * @param isConfirmed the OpenID Connect provider has confirmed the user; only the code is missing
 */
export function useSignInForm(onSignedIn: () => void, isConfirmed = false): SignInState {
  const [codeHelp, setCodeHelp] = useState<string | null>(isConfirmed ? codeAfterProvider : null)
  const form = useFormWith<SignInFields, SignInFields, { codeWanted: string } | 'signed-in'>({
    signsIn: true,
    defaultValues: { username: '', password: '' },
    failure: 'Login failed',
    send: async (values, key) => {
      try {
        await (isConfirmed ? finishProviderSignIn({ code: values.code ?? '' }) : signIn(values, key))
        return 'signed-in'
      } catch (error) {
        // The right password is half the way, no failure; a wrong code is one, and is said at its field.
        if (wantsCode(error) && values.code === undefined) return { codeWanted: error.message }
        throw error
      }
    },
    onSent: (result) => (result === 'signed-in' ? onSignedIn() : setCodeHelp(result.codeWanted)),
    onFailed: (error) => {
      if (wantsCode(error)) return
      toast({ title: 'Login failed', description: sentenceOf(error, 'Login failed'), variant: 'destructive' })
    },
  })
  return { ...form, codeHelp, isConfirmed, onSignedIn }
}

const codeAfterProvider = 'The code from your authenticator app, or a recovery code'

const wantsCode = (error: unknown): error is CallError => error instanceof CallError && error.code === 'second-factor'

interface SignInFormProps {
  form: SignInState
  onForgotten: () => void
  /** Null where a page waits for the session: the link would open another one. */
  onByEmail: (() => void) | null
  /** Why a sign-in at the provider failed. */
  problem: string | null
  provider: ReactNode
}

export function SignInForm({ form, onForgotten, onByEmail, problem, provider }: SignInFormProps) {
  const { register, errorOf, codeHelp, setFocus, getValues } = form
  const nameAndPassword = () => ({ username: getValues('username'), password: getValues('password') })
  useEffect(() => {
    if (codeHelp !== null) setFocus('code')
  }, [codeHelp, setFocus])
  if (codeHelp !== null)
    return (
      <>
        <FormProblem problem={form.problem} />
        <TextField
          label="Code"
          help={codeHelp}
          autoComplete="one-time-code"
          error={errorOf('code')}
          {...register('code', { required: 'Code is required' })}
        />
        <PasskeySignIn
          send={(passkey) =>
            form.isConfirmed ? finishProviderSignIn({ passkey }) : signIn({ ...nameAndPassword(), passkey })
          }
          onSignedIn={form.onSignedIn}
        />
      </>
    )
  return (
    <>
      <FormProblem problem={form.problem ?? problem} />
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label="Username"
          help="Your username or email address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('username')}
          {...register('username', { required: 'Username is required' })}
        />
        <PasswordField
          label="Password"
          error={errorOf('password')}
          {...register('password', { required: 'Password is required' })}
        />
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1">
        <button type="button" onClick={onForgotten} className="link rounded-sm text-body font-semibold">
          Forgot password?
        </button>
        {onByEmail !== null && (
          <button type="button" onClick={onByEmail} className="link rounded-sm text-body font-semibold">
            Email me a sign-in link
          </button>
        )}
      </div>
      <PasskeySignIn send={signInWithPasskey} onSignedIn={form.onSignedIn} />
      {provider}
      <Demonstration
        onChoose={({ username, password }) => {
          form.setValue('username', username)
          form.setValue('password', password ?? '')
          if (password === null) setFocus('password')
        }}
      />
    </>
  )
}

/** In a demonstration: its accounts, to read and to fill in with one press. */
function Demonstration({ onChoose }: { onChoose: (account: DemonstrationAccount) => void }) {
  const [accounts, setAccounts] = useState<DemonstrationAccount[]>([])
  useEffect(() => {
    let left = false
    void demonstrationAccounts().then((found) => {
      if (!left) setAccounts(found)
    })
    return () => {
      left = true
    }
  }, [])
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demonstration-title" className="mt-5 border-t border-line pt-4">
      <h3 id="demonstration-title" className="text-meta font-semibold text-ink">
        This is a demonstration
      </h3>
      <p className="mt-0.5 text-meta text-ink-3">
        {accounts.some(({ password }) => password === null) ? texts.printedPasswords : texts.sampleAccounts}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {accounts.map((account) => (
          <li key={account.username} className="flex items-center justify-between gap-x-4 py-1.5 text-meta">
            <span className="min-w-0 truncate text-ink-2">
              <span className="font-semibold text-ink">{account.username}</span>
              {account.password !== null && ` · ${account.password}`} · {roleWords[account.role]}
            </span>
            <button
              type="button"
              onClick={() => onChoose(account)}
              className="link shrink-0 rounded-sm px-1 py-1 font-semibold"
              aria-label={`Fill in ${account.username}`}
            >
              Fill in
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
