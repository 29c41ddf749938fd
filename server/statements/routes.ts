import * as api from '../../api/statements.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import type { Bind } from '../kit/serve.ts'
import { statementPdf } from './pdf.ts'
import { statementOf } from './queries.ts'

export function statementRoutes(on: Bind, context: AppContext) {
  on.read(api.readStatement, ({ db, actor, params }) => statementOf(db, actor, params.id))
  on.raw(api.readStatementPdf, async ({ db, actor, params, reply }) => {
    const { name, printed } = await statementPdf(pdfPrinterFor(context, actor, reply), db, actor, params.id)
    sendPdf(reply, name, printed.bytes)
  })
}
