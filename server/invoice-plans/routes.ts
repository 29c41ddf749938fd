import * as api from '../../api/invoice-plans.ts'
import type { Bind } from '../kit/serve.ts'
import { changeInvoicePlan, changeInvoicePlanStatus, createInvoicePlan } from './actions.ts'
import { invoicePlanFor, listInvoicePlans, viewed } from './queries.ts'

export function invoicePlanRoutes(on: Bind) {
  on.read(api.listInvoicePlans, ({ db, actor, params, query }) => listInvoicePlans(db, actor, params.id, query))
  on.read(api.readInvoicePlan, async ({ db, actor, params }) => {
    const { plan, folder } = await invoicePlanFor(db, actor, params.id)
    return viewed(plan, actor, folder)
  })
  on.write(api.createInvoicePlan, ({ tx, actor, params, body }) => createInvoicePlan(tx, actor, params.id, body))
  on.write(api.changeInvoicePlan, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoicePlan(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeInvoicePlanStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoicePlanStatus(tx, actor, params.id, body, ifMatch),
  )
}
