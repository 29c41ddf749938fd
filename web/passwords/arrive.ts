import { toastAfterNavigation } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'

/** Signed in with a link: on to the dashboard. Tabs that show the pages of whoever was here before start anew. */
export function arriveSignedIn() {
  toastAfterNavigation('Logged in successfully')
  announceSignOut()
  location.assign('/')
}

/** The password is chosen anew: on to the sign-in dialog, with a word said there. */
export function leaveForSignIn(description: string) {
  toastAfterNavigation(description)
  location.assign('/?signin')
}
