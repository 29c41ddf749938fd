import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createProposal, exportProposals, readProposalPdf } from '../../api/proposals.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { AgreementListPage, useAgreementList } from '../client-folders/AgreementListPage.tsx'
import { addressOf } from '../kit/call.ts'
import { MenuLink } from '../kit/Menu.tsx'
import { useNow } from '../kit/now.ts'
import { useMay } from '../session/use-may.ts'
import { useProposalBulk } from './bulk.ts'
import { columnsOf } from './columns.tsx'
import { CreateProposalDialog } from './CreateProposalDialog.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { proposalsFound, proposalsQuery } from './queries.ts'
import { orders, statusChoices, texts } from './words.ts'

/** Proposals of all clients for the team, a client's own for the client. */
export default function ProposalsPage() {
  const list = useAgreementList()
  const { q, folder, order } = list.values
  const now = useNow()
  const mayCreate = useMay(createProposal)
  const status = ProposalStatus.options.find((each) => each === list.values.status)
  const filter = { q, status, clientFolderId: folder, order }
  const columns = useMemo(() => columnsOf(now), [now])
  const bulk = useProposalBulk()
  const query = useInfiniteQuery(proposalsFound(filter))
  return (
    <AgreementListPage
      noun="proposals"
      what="proposal"
      title={mayCreate ? 'Proposal Generator' : 'Proposals'}
      description={mayCreate ? 'Create proposals and track responses.' : 'Review and respond to our proposals.'}
      list={list}
      query={query}
      statuses={statusChoices(mayCreate)}
      orders={orders}
      csv={{ endpoint: exportProposals, query: proposalsQuery(filter) }}
      looksAt="title and client name"
      none={mayCreate ? texts.noProposals : 'Proposals will appear here when we send them.'}
      createDialog={mayCreate ? (onClose) => <CreateProposalDialog clientFolderId={folder} onClose={onClose} /> : null}
      columns={columns}
      titleOf={({ title }) => title}
      bulk={bulk}
      menu={({ id }) => (
        <MenuLink>
          <a href={addressOf(readProposalPdf, { params: { id } })} target="_blank" rel="noreferrer">
            Open PDF
          </a>
        </MenuLink>
      )}
      card={(proposal) => <ProposalCard key={proposal.id} proposal={proposal} now={now} />}
    />
  )
}
