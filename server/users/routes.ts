import * as api from '../../api/users.ts'
import { assertCanChangeUser } from '../../domain/user.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import {
  changeUser,
  createUser,
  deactivateUser,
  endUserSession,
  endUserSessions,
  transferWork,
  inviteUser,
} from './actions.ts'
import { listSessions } from '../sessions/queries.ts'
import { sendList } from '../kit/export.ts'
import { userColumns } from './csv.ts'
import { holdings } from './transfer-work.ts'
import { listUsers, unsafeUser, userFigures, viewed } from './queries.ts'

export function userRoutes(on: Bind, config: Pick<Config, 'publicUrl' | 'smtpUrl'>) {
  on.read(api.listUsers, ({ db, actor, query }) => listUsers(db, actor, query))
  on.raw(api.exportUsers, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'users',
        query,
        columns: userColumns,
        page: (page) => listUsers(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readUserFigures, ({ db }) => userFigures(db))
  on.read(api.readUser, async ({ db, actor, params }) => viewed(await unsafeUser(db, params.id), actor))
  on.write(api.createUser, ({ tx, actor, body }) => createUser(tx, actor, body, config))
  on.write(api.changeUser, ({ tx, actor, params, body, ifMatch }) => changeUser(tx, actor, params.id, body, ifMatch))
  on.write(api.deactivateUser, ({ tx, actor, params, query, ifMatch }) =>
    deactivateUser(tx, actor, params.id, query.handOverTo, ifMatch),
  )
  on.read(api.readHoldings, async ({ db, params }) => {
    await unsafeUser(db, params.id)
    return holdings(db, params.id)
  })
  on.write(api.transferWork, ({ tx, actor, params, body }) => transferWork(tx, actor, params.id, body))
  on.read(api.listUserSessions, async ({ db, actor, params, query }) => {
    assertCanChangeUser(await unsafeUser(db, params.id), actor)
    return listSessions(db, actor, params.id, query, db.now)
  })
  on.write(api.endUserSessions, ({ tx, actor, params }) => endUserSessions(tx, actor, params.id))
  on.write(api.endUserSession, ({ tx, actor, params }) => endUserSession(tx, actor, params.id, params.sessionId))
  on.write(api.inviteUser, ({ tx, actor, params }) => inviteUser(tx, actor, params.id, config))
}
