import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UserView } from '../../domain/user.ts'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { SignInAgainContext } from '../kit/sign-in-again.ts'
import { onSignedOut } from '../kit/signed-out.ts'
import { readToast, toast } from '../kit/toast-store.ts'
import { hasUnsavedWork } from '../kit/unsaved-work.ts'
import { ownUserKey } from './AuthProvider.tsx'
import { texts } from './words.ts'

const loadSignIn = () => import('../sign-in/SignInDialog.tsx')

const redirectDelayMs = 500

type Answer = (signedIn: boolean) => void

/** Gives everything below it the way back when a session has ended. */
export function SignInAgainProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const waiting = useRef<Answer[]>([])
  const leaving = useRef(false)

  const signInAgain = useCallback(
    () =>
      new Promise<boolean>((answer) => {
        waiting.current.push(answer)
        sayLoggedOut()
        setOpen(true)
      }),
    [],
  )
  const close = (signedIn: boolean) => {
    setOpen(false)
    for (const answer of waiting.current.splice(0)) answer(signedIn)
  }
  const found = useLazyCode(loadSignIn, open, () => close(false))
  // With unsaved input, the sign-in opens over the page; otherwise the page redirects to the sign-in.
  useEffect(
    () =>
      onSignedOut(() => {
        if (hasUnsavedWork()) {
          if (waiting.current.length === 0) void signInAgain()
          return
        }
        // Show the reason after the failed action's own message.
        if (leaving.current) return sayLoggedOut()
        leaving.current = true
        leaveToSignIn()
      }),
    [signInAgain],
  )

  async function signedIn() {
    const before = client.getQueryData<UserView>(ownUserKey)
    await client.invalidateQueries({ queryKey: ownUserKey })
    const after = client.getQueryData<UserView>(ownUserKey)
    // Another person has signed in: nothing of the one before may stay on the screen.
    if (before !== undefined && after?.id !== before.id) return location.assign('/')
    close(true)
    toast.success('Logged in successfully')
    await client.invalidateQueries()
  }

  return (
    <SignInAgainContext value={signInAgain}>
      {children}
      {open && found && (
        <found.default
          open
          onOpenChange={(next) => !next && close(false)}
          onSignedIn={() => void signedIn()}
          description={texts.sessionEnded}
        />
      )}
    </SignInAgainContext>
  )
}

const loggedOut = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
} as const

/** Shows the message unless it is already shown: several calls can fail together. */
function sayLoggedOut() {
  const shown = readToast()
  if (shown?.open !== true || shown.description !== loggedOut.description) toast(loggedOut)
}

/** Shows the message, and half a second later opens the sign-in, which returns here. */
export function leaveToSignIn() {
  sayLoggedOut()
  const here = location.pathname + location.search
  setTimeout(() => location.assign(`/api/login?next=${encodeURIComponent(here)}`), redirectDelayMs)
}
