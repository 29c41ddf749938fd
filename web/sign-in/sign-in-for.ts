/** The audience of the sign-in dialog. Everyone can sign in with either one. */
export type SignInFor = 'staff' | 'client'

export type OpenSignIn = (who: SignInFor) => void

export const signInTitles: Record<SignInFor, string> = { staff: 'Staff Login', client: 'Client sign-in' }

/** As in the address: `?signin=client`, or `?signin` for anyone. */
export const signInFor = (search: string): SignInFor =>
  new URLSearchParams(search).get('signin') === 'client' ? 'client' : 'staff'
