import * as api from '../../api/webhooks.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { changeWebhook, createWebhook, deleteWebhook, resendDelivery, testWebhook } from './actions.ts'
import { unsafeDeliveries, unsafeWebhook, unsafeWebhooks } from './queries.ts'

export function webhookRoutes(on: Bind, { dataKeys, config }: AppContext) {
  const context = { dataKeys, allowsPrivateAddresses: config.allowsPrivateWebhooks }
  on.read(api.listWebhooks, ({ db, query }) => unsafeWebhooks(db, query))
  on.read(api.readWebhook, ({ db, params }) => unsafeWebhook(db, params.id))
  on.write(api.createWebhook, ({ tx, body }) => createWebhook(tx, context, body))
  on.write(api.changeWebhook, ({ tx, params, body, ifMatch }) => changeWebhook(tx, context, params.id, body, ifMatch))
  on.write(api.deleteWebhook, ({ tx, params }) => deleteWebhook(tx, params.id))
  on.read(api.listWebhookDeliveries, ({ db, params, query }) => unsafeDeliveries(db, params.id, query))
  on.write(api.testWebhook, ({ tx, params }) => testWebhook(tx, params.id))
  on.write(api.resendWebhookDelivery, ({ tx, params }) => resendDelivery(tx, params.id, params.deliveryId))
}
