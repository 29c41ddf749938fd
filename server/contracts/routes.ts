import * as api from '../../api/contracts.ts'
import { recordOpened } from '../audit-log/opened.ts'
import type { AppContext } from '../app-context.ts'
import { sendFile } from '../file-storage/send-file.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import type { Bind } from '../kit/serve.ts'
import { sendList } from '../kit/export.ts'
import { deliveryNoter } from '../signatures/deliveries.ts'
import { contractColumns } from './csv.ts'
import { changeContract, changeContractStatus, createContract, createContractFromProposal } from './actions.ts'
import { opened, pdfToShow } from './stored-pdf.ts'
import { contractFor, historyOf, listContracts, viewed } from './queries.ts'

export function contractRoutes(on: Bind, context: AppContext) {
  on.read(api.listContracts, ({ db, actor, query }) => listContracts(db, actor, query))
  on.raw(api.exportContracts, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'contracts',
        query,
        columns: contractColumns,
        page: (page) => listContracts(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readContract, async ({ db, actor, params }) => {
    const { contract, folder } = await contractFor(db, actor, params.id)
    return { ...viewed(contract, actor, folder), history: await historyOf(db, params.id) }
  })
  on.write(api.createContract, ({ tx, actor, body }) => createContract(tx, actor, body))
  on.write(api.createContractFromProposal, ({ tx, actor, params, body }) =>
    createContractFromProposal(tx, actor, params.id, body),
  )
  on.write(api.changeContract, ({ tx, actor, params, body, ifMatch }) =>
    changeContract(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeContractStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeContractStatus(tx, actor, params.id, body, ifMatch),
  )
  on.raw(api.readContractPdf, async ({ db, origin, actor, params, query, request, reply }) => {
    const { contract, folder } = await contractFor(db, actor, params.id)
    const pdf = await pdfToShow(
      { ...context, ...pdfPrinterFor(context, actor, reply) },
      origin,
      contract,
      query.original !== undefined,
    )
    const { storageKey: key, size, sha256 } = pdf
    const name = `${contract.contractNumber}.pdf`
    const inline = query.download === undefined
    const { id, clientFolderId } = contract
    const bytes = { noun: 'contracts' as const, id, clientFolderId, sha256, size }
    const delivered = deliveryNoter(context, origin, actor, folder, bytes)
    await sendFile(
      context.files,
      request,
      reply,
      { key, size, name, mimeType: 'application/pdf', sha256, inline, delivered },
      (range) => recordOpened(db, origin, opened(contract, pdf), range),
    )
  })
}
