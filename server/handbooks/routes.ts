import * as api from '../../api/handbooks.ts'
import { isClient } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { handbookFileName } from '../../domain/handbook.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { ifMatchOf } from '../kit/version.ts'
import { printAdopted } from '../pdf-templates/adopted.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { sendDocx, sendPdf } from '../pdf/send-pdf.ts'
import { changeHandbook, createHandbook, sendHandbook } from './actions.ts'
import { assembled, HandbookContent } from './assemble.ts'
import { contentOf, handbookFor, listHandbooks, viewed } from './queries.ts'

export function handbookRoutes(on: Bind, context: AppContext) {
  on.read(api.listHandbooks, ({ db, actor, params, query }) => listHandbooks(db, actor, params.id, query))
  on.write(api.createHandbook, ({ tx, actor, params, body }) => createHandbook(tx, actor, params.id, body))
  on.read(api.readHandbook, async ({ db, actor, params }) => {
    const { handbook, folder } = await handbookFor(db, actor, params.id)
    return viewed(db, handbook, actor, folder)
  })
  on.write(api.changeHandbook, ({ tx, actor, params, body, ifMatch }) =>
    changeHandbook(tx, actor, params.id, body, ifMatch),
  )
  on.act(api.sendHandbook, ({ origin, actor, params, request, reply }) =>
    sendHandbook(context, pdfPrinterFor(context, actor, reply), origin, actor, params.id, ifMatchOf(request)),
  )
  on.raw(api.downloadHandbook, async ({ db, actor, params, query: { format, version }, reply }) => {
    const { title, document } = await db.snapshot(async (reader) => {
      const { handbook, folder } = await handbookFor(reader, actor, params.id)
      // Drafts are visible to the team only.
      if (version === undefined && isClient(actor)) throw notFound()
      if (version === undefined)
        return { title: handbook.title, document: (await assembled(reader, handbook, folder)).document('Draft') }
      const content = HandbookContent.parse(await contentOf(reader, handbook.id, version))
      return { title: `${content.title} version ${version}`, document: content }
    })
    const name = handbookFileName(title, format)
    const printer = pdfPrinterFor(context, actor, reply)
    if (format === 'docx') return sendDocx(reply, name, await printer.printer.writeDocx(document))
    const { bytes } = await printAdopted(printer, document)
    return sendPdf(reply, name, bytes, 'attachment')
  })
}
