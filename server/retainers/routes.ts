import * as api from '../../api/retainers.ts'
import type { Bind } from '../kit/serve.ts'
import { applyRetainer, changeRetainer, createRetainerInvoice } from './actions.ts'
import { listRetainerEntries, readRetainer } from './queries.ts'

export function retainerRoutes(on: Bind) {
  on.read(api.readRetainer, ({ db, actor, params }) => readRetainer(db, actor, params.id))
  on.read(api.listRetainerEntries, ({ db, actor, params, query }) => listRetainerEntries(db, actor, params.id, query))
  on.write(api.changeRetainer, ({ tx, actor, params, body, ifMatch }) =>
    changeRetainer(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.createRetainerInvoice, ({ tx, actor, params, body }) =>
    createRetainerInvoice(tx, actor, params.id, body),
  )
  on.write(api.applyRetainer, ({ tx, actor, params, body }) => applyRetainer(tx, actor, params.id, body))
}
