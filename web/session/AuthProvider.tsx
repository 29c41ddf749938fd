import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { readOwnUser, signIn, signOut } from '../../api/sessions.ts'
import { call, isSignedOut, sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { hasFirstShell, removeFirstShell } from '../kit/first-shell.ts'
import { useLive } from '../kit/live.ts'
import { FullScreenSpinner } from '../kit/Spinner.tsx'
import { reportSignedOut } from '../kit/signed-out.ts'
import { toast, toastAfterNavigation } from '../kit/toast-store.ts'
import { announceSignOut, onSignOutElsewhere } from './other-tabs.ts'
import { AuthContext } from './use-auth.ts'

export const ownUserKey = ['users', 'own'] as const

/** Who is signed in, for everything below it; until then the frame of the first HTML is shown, or a spinner. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const own = useQuery({
    queryKey: ownUserKey,
    queryFn: ({ signal }) => call(readOwnUser, { signal }),
    meta: { mayBeSignedOut: true },
    enabled: portalConfig().signedIn,
  })
  // An expired session does not replace the page, so that unsaved input is not lost (SignInAgain.tsx).
  const user = own.data ?? null
  const ended = user !== null && isSignedOut(own.error)
  useLive(user === null || user.needsSecondFactor ? null : user.id)
  useEffect(() => onSignOutElsewhere(() => location.replace('/')), [])
  useEffect(() => {
    if (ended) reportSignedOut()
  }, [ended])

  const login = useCallback(
    async (username: string, password: string) => {
      try {
        await call(signIn, { body: { username, password } })
        await client.invalidateQueries({ queryKey: ownUserKey })
        toast.success('Logged in successfully')
      } catch (error) {
        toast({ title: 'Login failed', description: sentenceOf(error, 'Login failed'), variant: 'destructive' })
        throw error
      }
    },
    [client],
  )

  const logout = useCallback(async () => {
    try {
      await call(signOut)
    } catch (error) {
      toast({ title: 'Logout failed', description: sentenceOf(error, 'Logout failed'), variant: 'destructive' })
      return
    }
    client.clear()
    announceSignOut()
    toastAfterNavigation('Logged out successfully')
    location.assign('/')
  }, [client])

  const auth = useMemo(() => ({ user, login, logout }), [user, login, logout])
  const hasFailed = own.isLoadingError && !isSignedOut(own.error)
  useLayoutEffect(() => {
    if (hasFailed) removeFirstShell()
  }, [hasFailed])
  if (own.isLoading) return hasFirstShell() ? null : <FullScreenSpinner />
  if (hasFailed)
    return (
      <main>
        <ErrorState isPage error={own.error} onRetry={() => void own.refetch()} />
      </main>
    )
  return <AuthContext value={auth}>{children}</AuthContext>
}
