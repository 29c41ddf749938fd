import * as api from '../../api/statements.ts'
import type { Parts } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pressFor } from '../papers/print.ts'
import type { Bind } from '../kit/serve.ts'
import { statementPdf } from './pdf.ts'
import { statementOf } from './queries.ts'

export function statementRoutes(on: Bind, parts: Parts) {
  on.read(api.readStatement, ({ db, actor, params }) => statementOf(db, actor, params.id))
  on.raw(api.readStatementPdf, async ({ db, actor, params, reply }) => {
    const { name, printed } = await statementPdf(pressFor(parts, actor, reply), db, actor, params.id)
    sendPdf(reply, name, printed.bytes)
  })
}
