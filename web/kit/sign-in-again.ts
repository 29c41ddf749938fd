import { createContext, useContext } from 'react'
import { isSignedOut } from './call.ts'

/** Opens the sign-in dialog over the page as it is. Resolves true once signed in, false when it was closed. */
export type SignInAgain = () => Promise<boolean>

export const SignInAgainContext = createContext<SignInAgain>(() => Promise.resolve(false))

export const useSignInAgain = () => useContext(SignInAgainContext)

/** Calls the function; if the session has expired, calls it again after the user has signed in in place. */
export async function signedIn<T>(signInAgain: SignInAgain, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isSignedOut(error) || !(await signInAgain())) throw error
    return work()
  }
}
