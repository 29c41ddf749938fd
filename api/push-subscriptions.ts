import { PushKey, PushSubscriptionInput, PushSubscriptionView } from '../domain/push-subscription.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const readPushKey = read({
  path: '/api/push-key',
  who: 'signed-in',
  summary:
    'Returns the public key that a browser subscribes to push notifications with (VAPID, base64url), or null where the portal has no https address.',
  reply: PushKey,
})

export const listPushSubscriptions = list({
  path: '/api/push-subscriptions',
  who: 'signed-in',
  summary: "Lists the devices that get the caller's push notifications; `current` marks this browser.",
  of: PushSubscriptionView,
})

export const createPushSubscription = create({
  path: '/api/push-subscriptions',
  who: 'signed-in',
  summary:
    'Turns on push notifications in this browser, with the subscription of its push service. Repeated for the same browser, it replaces the earlier subscription. It ends with a sign-out, a password change in another browser, and after 30 days without a sign-in. 400 for an address that is not public, 409 with ten devices or without an https address of the portal.',
  body: PushSubscriptionInput,
  reply: PushSubscriptionView,
})

export const deletePushSubscription = change('DELETE', {
  path: '/api/push-subscriptions/:id',
  who: 'signed-in',
  summary: "Turns off push notifications on one of the caller's devices and returns it.",
  reply: PushSubscriptionView,
})
