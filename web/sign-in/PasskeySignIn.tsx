import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { PasskeyAnswer } from '../../domain/passkey.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { toast } from '../kit/toast-store.ts'
import { canUsePasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'
import { askPasskey } from './calls.ts'

type PasskeySignInProps = { send: (answer: PasskeyAnswer) => Promise<unknown>; onSignedIn: () => void }

/** In place of name, password and code, or of the code alone, where the browser can. */
export function PasskeySignIn({ send, onSignedIn }: PasskeySignInProps) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function enter() {
    setPending(true)
    setProblem(null)
    try {
      await send(await signWithPasskey(await askPasskey()))
      onSignedIn()
    } catch (error) {
      const sentence = sentenceOf(error, 'Login failed')
      setProblem(sentence)
      toast({ title: 'Login failed', description: sentence, variant: 'destructive' })
    } finally {
      setPending(false)
    }
  }
  if (!canUsePasskeys()) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <FormProblem problem={problem} />
      <Button
        className="w-full"
        pending={pending}
        pendingLabel="Waiting for your device..."
        onClick={() => void enter()}
      >
        <KeyRound />
        Use a passkey
      </Button>
    </div>
  )
}
