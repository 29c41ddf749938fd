// Push notifications (the Push API of browsers and RFC 8030): a browser subscribes at its push service, and the portal
// sends what the device then shows.
import { z } from 'zod'
import type { NotificationKind } from './notification.ts'
import { Id, Instant, versioned } from './text.ts'

export const maxPushSubscriptions = 10

/** A subscription ends when its browser hasn't signed in for this long. */
export const pushSubscriptionDays = 30

/** Where it ends after this many notifications in a row that its push service didn't accept. */
export const maxUndelivered = 5

const wrong = 'Your browser sent an invalid subscription. Reload the page and try again.'

/** Bytes in base64url without padding. */
const bytes = (count: number) => z.string(wrong).regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`), wrong)

/** As a browser describes it: the address at its push service, its public key, and a secret to encrypt with. */
export const PushSubscriptionInput = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: wrong }).max(1000, wrong),
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

/** A device that gets push notifications. Its address and keys are in no reply. */
export const PushSubscriptionView = z.object({
  id: Id,
  /** In words: "Chrome on Android". */
  browser: z.string(),
  /** It is the browser of this session. */
  current: z.boolean(),
  createdAt: Instant,
  ...versioned,
})
export type PushSubscriptionView = z.infer<typeof PushSubscriptionView>

/** What a browser subscribes with. Null where the portal has no https address, without which browsers allow no push. */
export const PushKey = z.object({ publicKey: z.string().nullable() })
export type PushKey = z.infer<typeof PushKey>

/** What the service worker of the browser gets, encrypted. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string(),
  /** A repeated message with the same tag replaces the earlier one. */
  tag: z.string(),
  unread: z.int(),
})
export type PushMessage = z.infer<typeof PushMessage>

/** Locked screens show it, so it names no one and no amount. */
export const pushTexts: Record<NotificationKind, string> = {
  messages: 'You have a new message in the portal.',
  documents: 'There’s an update about documents or forms in the portal.',
  assignments: 'There’s an update about an assignment or task in the portal.',
  money: 'There’s an update about a proposal or an invoice in the portal.',
  requests: 'There’s an update about a request or an appointment in the portal.',
  signatures: 'There’s an update about a signature in the portal.',
  account: 'There’s an update about your account in the portal.',
}
