import * as api from '../../api/push-subscriptions.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { browserOf } from '../sessions/browser.ts'
import { createPushSubscription, deletePushSubscription } from './actions.ts'
import { allowsPrivatePush } from './deliver.ts'
import { canPush, vapidKeys } from './keys.ts'
import { listPushSubscriptions } from './queries.ts'

export function pushSubscriptionRoutes(on: Bind, { config, dataKeys }: Pick<AppContext, 'config' | 'dataKeys'>) {
  const { publicUrl } = config
  const context = { dataKeys, publicUrl, allowsPrivateAddresses: allowsPrivatePush(config) }
  on.read(api.readPushKey, async () => ({
    publicKey: canPush(publicUrl) ? (await vapidKeys(dataKeys)).publicKey : null,
  }))
  on.read(api.listPushSubscriptions, ({ db, actor, query }) => listPushSubscriptions(db, actor, query))
  on.write(api.createPushSubscription, ({ tx, actor, body, request }) =>
    createPushSubscription(tx, context, actor, body, browserOf(request, actor, publicUrl)),
  )
  on.write(api.deletePushSubscription, ({ tx, actor, params }) => deletePushSubscription(tx, actor, params.id))
}
