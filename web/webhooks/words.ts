import type { DeliveryFailure, WebhookDelivery, WebhookView } from '../../domain/webhook.ts'

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Notify another program when something happens, such as a signed contract or a paid invoice.',
  none: 'Add the address of another program, and choose the events that it receives.',
  form: 'The portal calls this address for each event. A message names what changed and contains no client data; the program reads the rest with an API key.',
  address: 'A public address that starts with https://',
  secret:
    'Copy the secret now and store it in a safe place. You can’t see it again. The program uses it to verify that messages are from the portal (standardwebhooks.com).',
  off: 'Events that happen while it is off aren’t sent later.',
  remove: 'The program stops receiving events immediately, and the list of deliveries is deleted. You can’t undo this.',
  deliveries:
    'Messages from the last 30 days. The portal tries to send each message up to nine times over about 42 hours.',
  noDeliveries: 'Messages will appear here after the first event. You can send a test message.',
}

export const failureTexts: Record<DeliveryFailure, string> = {
  address: 'The address is on your own network, which isn’t allowed',
  certificate: 'The receiver’s certificate isn’t valid',
  timeout: 'No response within 10 seconds',
  unreachable: 'The receiver couldn’t be reached',
}

/** The result of the last attempt, such as "The receiver responded with 500". */
export function outcomeOf({ failure, responseStatus, attempts }: WebhookDelivery): string {
  if (failure !== null) return failureTexts[failure]
  if (responseStatus !== null) return `The receiver responded with ${responseStatus}`
  return attempts === 0 ? 'Not sent yet' : 'No response'
}

export const statusNames = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' }

export const stateOf = ({ isOn, lastDelivery }: WebhookView) =>
  isOn ? (lastDelivery === null ? 'On' : `On · Last message: ${statusNames[lastDelivery.status].toLowerCase()}`) : 'Off'
