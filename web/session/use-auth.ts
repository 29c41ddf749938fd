import { createContext, useContext } from 'react'
import type { OwnUser } from '../../domain/session.ts'

export interface Auth {
  user: OwnUser | null
  /** Signs in and confirms it; a failure shows a toast and is rethrown. */
  login: (username: string, password: string) => Promise<void>
  /** Signs out, clears the cache, and opens the start page. */
  logout: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** The signed-in person. Pages behind a sign-in are shown only when there is one. */
export function useUser(): OwnUser {
  const { user } = useAuth()
  if (user === null) throw new Error('This page is shown to signed-in people only.')
  return user
}
