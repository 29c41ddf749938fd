import { toastAfterNavigation } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'

/** After signing in with a link: opens the dashboard, and reloads tabs of a previous user. */
export function arriveSignedIn() {
  toastAfterNavigation('Logged in successfully')
  announceSignOut()
  location.assign('/')
}

/** After choosing a new password: opens the sign-in dialog with a message. */
export function leaveForSignIn(description: string) {
  toastAfterNavigation(description)
  location.assign('/?signin')
}
