// Signing out in one tab signs out all of them; a page brought back by the Back button asks again who is here.

// One channel object for sending and receiving: a channel does not receive its own messages.
let channel: BroadcastChannel | undefined
const tabs = () => (channel ??= new BroadcastChannel('portal-session'))

export const announceSignOut = () => tabs().postMessage('signed-out')

export function onSignOutElsewhere(leave: () => void): () => void {
  const returned = (event: PageTransitionEvent) => {
    if (event.persisted) location.reload()
  }
  tabs().addEventListener('message', leave)
  addEventListener('pageshow', returned)
  return () => {
    tabs().removeEventListener('message', leave)
    removeEventListener('pageshow', returned)
  }
}
