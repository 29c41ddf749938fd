import type { FastifyRequest } from 'fastify'
import * as api from '../../api/contracts.ts'
import { nameOf } from '../../domain/actor.ts'
import { assertCanEditContract } from '../../domain/contract-actions.ts'
import { assertCanRelateContract } from '../../domain/contract-relation.ts'
import type { FirmSignatureInput } from '../../domain/firm-signature.ts'
import { recordOpened } from '../audit-log/opened.ts'
import type { AppContext } from '../app-context.ts'
import { sendFile } from '../file-storage/send-file.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { printContract } from '../pdf-templates/contract.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import type { Bind } from '../kit/serve.ts'
import { sendList } from '../kit/export.ts'
import type { Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { proposalFor } from '../proposals/queries.ts'
import { deliveryRecorder } from '../signatures/deliveries.ts'
import { contractColumns } from './csv.ts'
import { changeContract, changeContractStatus, createContract } from './actions.ts'
import { type FirmSigner, firmSignerOf } from './firm-signature.ts'
import { contractPreview, createContractFromProposal } from './from-proposal.ts'
import { contractDocument } from './pdf.ts'
import { createRelatedContract } from './relations.ts'
import { opened, pdfToShow } from './stored-pdf.ts'
import { contractFor, historyOf, listContracts, viewed } from './queries.ts'

type FirmSigning = {
  origin: Origin
  actor: Session
  request: FastifyRequest
  body: { firmSignature?: FirmSignatureInput | undefined }
}

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
  // The firm's signer reauthenticates before the transaction.
  const firmSigner = ({ origin, actor, request, body }: FirmSigning) =>
    firmSignerOf(context, { origin, actor, userAgent: request.headers['user-agent'] }, body.firmSignature)
  on.write<typeof api.createContract, FirmSigner | null>(
    api.createContract,
    ({ tx, actor, body, prepared }) => createContract(tx, actor, body, prepared),
    firmSigner,
  )
  on.raw(api.previewContract, async ({ db, actor, params, query, reply }) => {
    const content = await contractPreview(db, actor, params.id, query)
    const preview = {
      ...content,
      contractNumber: 'Preview',
      createdAt: db.now.toISOString(),
      createdByName: nameOf(actor),
      previous: null,
    }
    const printed = await printContract(pdfPrinterFor(context, actor, reply), contractDocument(preview, null, []))
    sendPdf(reply, 'Contract preview.pdf', printed.bytes)
  })
  on.write<typeof api.createContractFromProposal, FirmSigner | null>(
    api.createContractFromProposal,
    ({ tx, actor, params, body, prepared }) => createContractFromProposal(tx, actor, params.id, body, prepared),
    async (given) => {
      await proposalFor(given.db, given.actor, given.params.id)
      return firmSigner(given)
    },
  )
  const relations = [
    [api.renewContract, 'renewal'],
    [api.amendContract, 'amendment'],
  ] as const
  for (const [endpoint, relation] of relations)
    on.write<typeof endpoint, FirmSigner | null>(
      endpoint,
      ({ tx, actor, params, body, prepared }) => createRelatedContract(tx, actor, params.id, relation, body, prepared),
      async (given) => {
        const { contract } = await contractFor(given.db, given.actor, given.params.id)
        assertCanRelateContract(contract, given.actor, relation)
        return firmSigner(given)
      },
    )
  on.write<typeof api.changeContract, FirmSigner | null>(
    api.changeContract,
    ({ tx, actor, params, body, ifMatch, prepared }) => changeContract(tx, actor, params.id, body, ifMatch, prepared),
    async (given) => {
      assertCanEditContract((await contractFor(given.db, given.actor, given.params.id)).contract, given.actor)
      return firmSigner(given)
    },
  )
  on.write(api.changeContractStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeContractStatus(tx, actor, params.id, body, ifMatch),
  )
  on.raw(api.readContractPdf, async ({ db, origin, actor, params, query, request, reply }) => {
    const { contract } = await contractFor(db, actor, params.id)
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
    const delivered = deliveryRecorder(context, origin, actor, contract, bytes)
    await sendFile(
      context.files,
      request,
      reply,
      { key, size, name, mimeType: 'application/pdf', sha256, inline, delivered },
      (range) => recordOpened(db, origin, opened(contract, pdf), range),
    )
  })
}
