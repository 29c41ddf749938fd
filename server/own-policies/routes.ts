import * as api from '../../api/own-policies.ts'
import type { Bind } from '../kit/serve.ts'
import { changeOwnPolicy, changeOwnPolicyStatus, createOwnPolicy, publishOwnPolicy } from './actions.ts'
import { listOwnPolicies, ownPolicyFor, viewed } from './queries.ts'

export function ownPolicyRoutes(on: Bind) {
  on.read(api.listOwnPolicies, ({ db, actor, query }) => listOwnPolicies(db, actor, query))
  on.write(api.createOwnPolicy, ({ tx, actor, body }) => createOwnPolicy(tx, actor, body))
  on.read(api.readOwnPolicy, async ({ db, actor, params }) => viewed(await ownPolicyFor(db, params.id), actor))
  on.write(api.changeOwnPolicy, ({ tx, actor, params, body, ifMatch }) =>
    changeOwnPolicy(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.publishOwnPolicy, ({ tx, actor, params, ifMatch }) => publishOwnPolicy(tx, actor, params.id, ifMatch))
  on.write(api.changeOwnPolicyStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeOwnPolicyStatus(tx, actor, params.id, body.isActive, ifMatch),
  )
}
