import * as api from '../../api/credit-notes.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { applyCreditNote, createCreditNote, voidCreditNote } from './actions.ts'
import { creditNotePdf, creditNoteToPrint } from './pdf.ts'
import { creditNoteFor, listCreditNotes, viewedCreditNote } from './queries.ts'

export function creditNoteRoutes(on: Bind, context: AppContext) {
  on.read(api.listCreditNotes, ({ db, actor, query }) => listCreditNotes(db, actor, query))
  on.read(api.readCreditNote, async ({ db, actor, params }) => {
    const { note, folder } = await creditNoteFor(db, actor, params.id)
    return viewedCreditNote(note, actor, folder)
  })
  on.raw(api.readCreditNotePdf, async ({ db, actor, params, reply }) => {
    const read = await creditNoteToPrint(db, actor, params.id, context.config.provider)
    const { name, printed } = await creditNotePdf(pdfPrinterFor(context, actor, reply), read)
    sendPdf(reply, name, printed.bytes)
  })
  on.write(api.createCreditNote, ({ tx, actor, body }) => createCreditNote(tx, actor, body))
  on.write(api.applyCreditNote, ({ tx, actor, params, body }) => applyCreditNote(tx, actor, params.id, body))
  on.write(api.voidCreditNote, ({ tx, actor, params, body }) => voidCreditNote(tx, actor, params.id, body.reason))
}
