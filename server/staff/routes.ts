import * as api from '../../api/staff.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { createUser } from '../users/actions.ts'
import { listStaff } from '../users/queries.ts'

export function staffRoutes(on: Bind, config: Pick<Config, 'publicUrl' | 'smtpUrl'>) {
  on.read(api.listStaff, ({ db, query }) => listStaff(db, query))
  // The endpoint sets the role, whatever the body says.
  on.write(api.addStaff, ({ tx, actor, body: { email, firstName, lastName } }) =>
    createUser(tx, actor, { email, firstName, lastName, role: 'staff', phone: null, company: null }, config),
  )
}
