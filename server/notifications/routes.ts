import * as api from '../../api/notifications.ts'
import type { Bind } from '../kit/serve.ts'
import { changeEmailChoices, readNotification, readNotifications } from './actions.ts'
import { emailChoices, listNotifications, notificationFigures } from './queries.ts'

export function notificationRoutes(on: Bind) {
  on.read(api.listNotifications, ({ db, actor, query }) => listNotifications(db, actor, query))
  on.read(api.readNotificationFigures, ({ db, actor }) => notificationFigures(db, actor))
  on.act(api.readNotification, ({ db, origin, actor, params }) => readNotification(db, origin, actor, params.id))
  on.act(api.readNotifications, ({ db, origin, actor, body }) => readNotifications(db, origin, actor, body))
  on.read(api.readEmailChoices, ({ db, actor }) => emailChoices(db, actor))
  on.write(api.changeEmailChoices, ({ tx, actor, body }) => changeEmailChoices(tx, actor, body))
}
