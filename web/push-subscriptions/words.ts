export type PushSupport = 'ready' | 'blocked' | 'install-first' | 'unsupported'

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  note: 'Even when the portal is closed',
  privacy:
    'Notifications say only that there’s something new: no names, amounts, or messages. You don’t get any for what you set to “Never” under Email.',
  noSecureAddress:
    'This portal can’t notify devices, because its address doesn’t begin with https://. Your administrator can change that.',
  viewing: 'You can’t turn this on while you view the portal as a client.',
  notAllowed: 'Your browser didn’t allow notifications. Allow them when it asks, or in its site settings.',
  notReady: 'The portal isn’t ready for notifications yet. Reload the page and try again.',
  noPushService: 'Your browser couldn’t reach its notification service. Check your connection and try again.',
}

/** Why notifications can't be turned on in this browser. */
export const supportWords: Record<Exclude<PushSupport, 'ready'>, string> = {
  blocked:
    'Notifications from the portal are blocked in this browser. Allow them in the browser’s site settings, then reload the page.',
  'install-first':
    'On an iPhone or iPad, add the portal to your Home Screen first: in Safari, tap Share, then Add to Home Screen. Open it from there and come back to this page.',
  unsupported: 'This browser can’t show notifications. Use a current version of Chrome, Edge, Firefox, or Safari.',
}
