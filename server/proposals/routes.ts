import * as api from '../../api/proposals.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import type { Bind } from '../kit/serve.ts'
import { printProposal } from '../pdf-templates/proposal.ts'
import { sendList } from '../kit/export.ts'
import { proposalColumns } from './csv.ts'
import { changeProposal, changeProposalStatus, createProposal, noteProposalOpened, reviseProposal } from './actions.ts'
import { fileNameOf, proposalDocument } from './pdf.ts'
import { listProposals, proposalFor, versionsOf, viewed } from './queries.ts'

export function proposalRoutes(on: Bind, context: Pick<AppContext, 'config' | 'printer'>) {
  on.read(api.listProposals, ({ db, actor, query }) => listProposals(db, actor, query))
  on.raw(api.exportProposals, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'proposals',
        query,
        columns: proposalColumns,
        page: (page) => listProposals(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readProposal, async ({ db, actor, params }) => {
    const { proposal, folder } = await proposalFor(db, actor, params.id)
    return { ...viewed(proposal, actor, folder), versions: await versionsOf(db, actor, params.id) }
  })
  on.write(api.createProposal, ({ tx, actor, body }) => createProposal(tx, actor, body))
  on.write(api.changeProposal, ({ tx, actor, params, body, ifMatch }) =>
    changeProposal(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeProposalStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeProposalStatus(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.noteProposalOpened, ({ tx, actor, params }) => noteProposalOpened(tx, actor, params.id))
  on.write(api.reviseProposal, ({ tx, actor, params }) => reviseProposal(tx, actor, params.id))
  on.raw(api.readProposalPdf, async ({ db, actor, params, reply }) => {
    const { proposal, folder } = await db.snapshot((reader) => proposalFor(reader, actor, params.id))
    const { bytes } = await printProposal(pdfPrinterFor(context, actor, reply), proposalDocument(proposal, folder))
    sendPdf(reply, fileNameOf(proposal), bytes)
  })
}
