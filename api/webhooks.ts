import { administrators } from '../domain/actor.ts'
import {
  CreatedWebhook,
  maxWebhooks,
  WebhookChange,
  WebhookDelivery,
  WebhookInput,
  WebhookView,
} from '../domain/webhook.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listWebhooks = list({
  path: '/api/webhooks',
  who: administrators,
  summary: 'Lists the webhooks, newest first.',
  of: WebhookView,
})

export const readWebhook = read({
  path: '/api/webhooks/:id',
  who: administrators,
  summary: 'Returns one webhook, without its secret.',
  reply: WebhookView,
})

export const createWebhook = change('POST', {
  status: 201,
  path: '/api/webhooks',
  who: administrators,
  reauthenticate: true,
  storesNoReply: true,
  summary: `Creates a webhook for these events. Only this response contains its secret. At most ${maxWebhooks} webhooks (409).`,
  body: WebhookInput,
  reply: CreatedWebhook,
})

export const changeWebhook = change('PUT', {
  path: '/api/webhooks/:id',
  who: administrators,
  reauthenticate: true,
  summary: 'Updates a webhook’s address and events, and turns it on or off. The secret doesn’t change.',
  body: WebhookChange,
  reply: WebhookView,
})

export const deleteWebhook = change('DELETE', {
  path: '/api/webhooks/:id',
  who: administrators,
  summary: 'Deletes a webhook and its deliveries, and returns it. Pending messages are not sent.',
  reply: WebhookView,
})

export const listWebhookDeliveries = list({
  path: '/api/webhooks/:id/deliveries',
  who: administrators,
  summary: 'Lists the deliveries of a webhook in the last 30 days, newest first.',
  of: WebhookDelivery,
})

export const testWebhook = change('POST', {
  path: '/api/webhooks/:id/test',
  who: administrators,
  summary: 'Sends a webhook.test event to the webhook’s address. 409 if the webhook is off.',
  reply: WebhookDelivery,
})

export const resendWebhookDelivery = change('POST', {
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  who: administrators,
  summary:
    'Sends the same message again, with the same webhook-id. 409 if it is still being sent, or the webhook is off.',
  reply: WebhookDelivery,
})
