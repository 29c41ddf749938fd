import * as api from '../../api/training-records.ts'
import type { AppContext } from '../app-context.ts'
import { folderFor } from '../client-folders/queries.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { addTrainingRecord, assignTraining, changeTrainingRecord, voidTrainingRecord } from './actions.ts'
import { trainingRecordColumns } from './csv.ts'
import { trainingCertificatePdf } from './pdf.ts'
import { listTrainingRecords, trainingNames, trainingRecordFor, viewed } from './queries.ts'

export function trainingRecordRoutes(on: Bind, context: AppContext) {
  on.read(api.listTrainingRecords, ({ db, actor, params, query }) => listTrainingRecords(db, actor, params.id, query))
  on.raw(api.exportTrainingRecords, async ({ db, actor, origin, params, query, reply }) => {
    const { id: clientFolderId } = await folderFor(db, actor, params.id, { part: 'documents' })
    // The name of a training is typed, so the audit log doesn't have it.
    const { training, q, ...filters } = query
    const typedWords = training ?? q
    await sendList(
      { db, origin, reply },
      {
        type: 'training-records',
        query: { ...filters, clientFolderId, ...(typedWords === undefined ? {} : { q: typedWords }) },
        columns: trainingRecordColumns,
        page: (page) => listTrainingRecords(db, actor, clientFolderId, { ...query, ...page }),
      },
    )
  })
  on.read(api.readTrainingNames, ({ db, actor, params }) => trainingNames(db, actor, params.id))
  on.read(api.readTrainingRecord, async ({ db, actor, params }) => {
    const { record, folder } = await trainingRecordFor(db, actor, params.id)
    return viewed(record, folder)
  })
  on.write(api.addTrainingRecord, ({ tx, actor, params, body }) => addTrainingRecord(tx, actor, params.id, body))
  on.write(api.changeTrainingRecord, ({ tx, actor, params, body, ifMatch }) =>
    changeTrainingRecord(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.voidTrainingRecord, ({ tx, actor, params, body }) =>
    voidTrainingRecord(tx, actor, params.id, body.reason),
  )
  on.raw(api.readTrainingCertificate, async ({ db, actor, params, reply }) => {
    const { name, printed } = await trainingCertificatePdf(pdfPrinterFor(context, actor, reply), db, actor, params.id)
    sendPdf(reply, name, printed.bytes)
  })
  on.write(api.assignTraining, ({ tx, actor, params, body }) => assignTraining(tx, actor, params.id, body))
}
