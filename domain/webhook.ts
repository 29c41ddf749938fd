// Webhooks: calls to another program when something happens in the portal (the Standard Webhooks specification).
import { z } from 'zod'
import type { AuditAction } from './audit-events.ts'
import { Id, Instant, versioned, requiredText } from './text.ts'

export const webhookEventLabels = {
  'service-request.submitted': 'Request received',
  'client-folder.created': 'Client added',
  'message.sent': 'Message sent',
  'document.added': 'Document added',
  'document-request.submitted': 'Requested document received',
  'document.signed': 'Document signed',
  'hr-form.submitted': 'HR form submitted',
  'assignment.completed': 'Assignment completed',
  'proposal.sent': 'Proposal sent',
  'proposal.approved': 'Proposal approved',
  'proposal.rejected': 'Proposal declined',
  'contract.signed': 'Contract signed',
  'contract.declined': 'Contract declined',
  'contract.completed': 'Contract completed',
  'invoice.sent': 'Invoice sent',
  'invoice.payment-recorded': 'Payment recorded',
  'invoice.paid': 'Invoice paid',
  'invoice.overdue': 'Invoice overdue',
} as const satisfies Partial<Record<AuditAction, string>>

export type WebhookEvent = keyof typeof webhookEventLabels
export const webhookEvents = Object.keys(webhookEventLabels) as WebhookEvent[]
export const isWebhookEvent = (action: string): action is WebhookEvent => action in webhookEventLabels

/** Sent by the "Send test" button. */
export const testEvent = 'webhook.test'

export const maxWebhooks = 20

const WebAddress = z.url({ protocol: /^https?$/ })
const wrongAddress = 'Enter a web address that starts with https://.'

export const WebhookInput = z.strictObject({
  url: requiredText(wrongAddress, 500)
    .refine((value) => WebAddress.safeParse(value).success, wrongAddress)
    .refine((value) => !/^https?:\/\/[^/]*@/.test(value), 'Remove the username and password from the address.'),
  events: z
    .array(z.enum(webhookEvents, 'Choose events from the list.'))
    .min(1, 'Choose at least one event.')
    .transform((given) => webhookEvents.filter((event) => given.includes(event))),
})
export type WebhookInput = z.infer<typeof WebhookInput>

/** Events that happen while a webhook is off are never sent. */
export const WebhookChange = WebhookInput.extend({ isOn: z.boolean() })
export type WebhookChange = z.infer<typeof WebhookChange>

export const WebhookView = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  /** Null before the first delivery. */
  lastDelivery: z.object({ status: z.enum(['pending', 'delivered', 'failed']), createdAt: Instant }).nullable(),
  createdAt: Instant,
  ...versioned,
})
export type WebhookView = z.infer<typeof WebhookView>

/** Only the reply to its creation contains the secret that signs its messages. */
export const CreatedWebhook = WebhookView.extend({ secret: z.string() })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

/** Why there was no response. */
export const deliveryFailures = ['address', 'certificate', 'timeout', 'unreachable'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

export const WebhookDelivery = z.object({
  id: Id,
  /** The event. */
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  /** HTTP status of the last response; null if there was none. */
  responseStatus: z.int().nullable(),
  failure: z.enum(deliveryFailures).nullable(),
  /** The body that is sent. */
  payload: z.string(),
  nextAttemptAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  createdAt: Instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const minutes = (count: number) => count * 60
const hours = (count: number) => count * 3600

/** Seconds until each further attempt: nine attempts over about 42 hours. */
const retrySeconds = [5, minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10), hours(14)]

/** When to try again after this many attempts; null if it was the last. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const seconds = retrySeconds[attempts - 1]
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}
