import { type Email, firm, type Recipient } from '../kit/record.ts'

/** To all administrators. It names no address, because a web address can contain a secret. */
export const webhookTurnedOff = (to: Recipient, alsoTo: readonly Recipient[]): Email => ({
  to,
  alsoTo,
  subject: `${firm} portal: a webhook was turned off`,
  lines: [
    'A program that receives events from the portal couldn’t be reached for about 42 hours, or stopped accepting events. The portal stopped sending them.',
    'When the program works again, turn the webhook on. You can resend failed messages for 30 days.',
  ],
  link: { label: 'Open webhooks', path: '/webhooks' },
  about: 'webhook',
})
