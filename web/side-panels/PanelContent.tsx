import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readProposalPdf } from '../../api/proposals.ts'
import type { ProposalDetails } from '../../domain/proposal.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { AssignmentDialog } from '../assignments/AssignmentDialog.tsx'
import { assignmentById } from '../assignments/queries.ts'
import { folderById } from '../client-folders/queries.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { ContractActions } from '../contracts/ContractActions.tsx'
import { ContractHistory, ContractStatusPanel } from '../contracts/ContractAside.tsx'
import { ContractDocument } from '../contracts/ContractDocument.tsx'
import { contractById } from '../contracts/queries.ts'
import { InvoiceCreditNotes } from '../credit-notes/CreditNotesPanel.tsx'
import { DocumentRequestDialog } from '../document-requests/DocumentRequestDialog.tsx'
import { DocumentPanel } from '../documents/DocumentPanel.tsx'
import { documentById } from '../documents/queries.ts'
import { InvoiceActions } from '../invoices/InvoiceActions.tsx'
import { InvoiceSheet } from '../invoices/InvoiceSheet.tsx'
import { PaymentsPanel } from '../invoices/PaymentsPanel.tsx'
import { invoiceById } from '../invoices/queries.ts'
import { statusSentence } from '../invoices/words.ts'
import { addressOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { OpenPdf } from '../kit/OpenPdf.tsx'
import { SidePanel } from '../kit/SidePanel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { MessagesPanel } from '../messages/MessagesPanel.tsx'
import { NoReplyNeeded } from '../messages/NoReplyNeeded.tsx'
import { AnswerButtons, AnswerHint } from '../proposals/AnswerBar.tsx'
import { ProposalActions } from '../proposals/ProposalActions.tsx'
import { useOptionChoice } from '../proposals/option-choice.ts'
import { ProposalDocument } from '../proposals/ProposalDocument.tsx'
import { proposalById } from '../proposals/queries.ts'
import { StatusPanel, Versions } from '../proposals/StatusPanel.tsx'
import { RequestDialog } from '../service-requests/RequestDialog.tsx'
import { TaskPanel } from '../tasks/TaskPanel.tsx'
import { type PanelItem, pageOf } from './panel-address.ts'

type PanelProps = { id: string; onClose: () => void }

/** The open item, by its noun. */
export default function PanelContent({ item: { noun, id }, onClose }: { item: PanelItem; onClose: () => void }) {
  switch (noun) {
    case 'service-requests':
      return <RequestDialog id={id} onClose={onClose} />
    case 'document-requests':
      return <DocumentRequestDialog id={id} onClose={onClose} />
    case 'documents':
      return <DocumentItemPanel id={id} onClose={onClose} />
    case 'assignments':
      return <AssignmentPanel id={id} onClose={onClose} />
    case 'tasks':
      return <TaskPanel id={id} onClose={onClose} />
    case 'messages':
      return <ConversationPanel id={id} onClose={onClose} />
    case 'proposals':
      return <ProposalPanel id={id} onClose={onClose} />
    case 'contracts':
      return <ContractPanel id={id} onClose={onClose} />
    case 'invoices':
      return <InvoicePanel id={id} onClose={onClose} />
  }
}

/** The panel's loading and error states. */
function loaded<T>(query: UseQueryResult<T>, title: string, onClose: () => void, content: (data: T) => ReactNode) {
  if (query.data !== undefined) return content(query.data)
  return (
    <SidePanel title={title} onClose={onClose}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label={`Loading the ${title.toLowerCase()}`} />
      )}
    </SidePanel>
  )
}

function DocumentItemPanel({ id, onClose }: PanelProps) {
  const query = useQuery(documentById(id))
  return loaded(query, 'Document', onClose, (document) => <DocumentPanel document={document} onClose={onClose} />)
}

function InvoicePanel({ id, onClose }: PanelProps) {
  const query = useQuery(invoiceById(id))
  const now = useNow()
  return loaded(query, 'Invoice', onClose, (invoice) => (
    <SidePanel
      title={invoice.invoiceNumber}
      badge={<InvoiceStatus status={invoice.status} />}
      description={statusSentence(invoice, now)}
      page={pageOf({ noun: 'invoices', id })}
      footer={<InvoiceActions invoice={invoice} />}
      onClose={onClose}
    >
      <InvoiceSheet invoice={invoice} />
      {invoice.sentAt !== null && <PaymentsPanel invoiceId={id} />}
      {invoice.sentAt !== null && <InvoiceCreditNotes invoiceId={id} />}
    </SidePanel>
  ))
}

function ContractPanel({ id, onClose }: PanelProps) {
  const query = useQuery(contractById(id))
  const leadsToFolder = useSeesFolders()
  return loaded(query, 'Contract', onClose, (contract) => (
    <SidePanel
      title={`Contract ${contract.contractNumber}`}
      page={pageOf({ noun: 'contracts', id })}
      footer={<ContractActions contract={contract} />}
      onClose={onClose}
    >
      <ContractStatusPanel contract={contract} leadsToFolder={leadsToFolder} />
      <ContractDocument contract={contract} />
      <ContractHistory history={contract.history} />
    </SidePanel>
  ))
}

function ProposalPanel({ id, onClose }: PanelProps) {
  const query = useQuery(proposalById(id))
  return loaded(query, 'Proposal', onClose, (proposal) => <LoadedProposalPanel proposal={proposal} onClose={onClose} />)
}

function LoadedProposalPanel({ proposal, onClose }: { proposal: ProposalDetails; onClose: () => void }) {
  const { id, title, versions } = proposal
  const leadsToFolder = useSeesFolders()
  const choice = useOptionChoice(proposal)
  return (
    <SidePanel
      title={title}
      page={pageOf({ noun: 'proposals', id })}
      footer={
        <>
          <OpenPdf address={addressOf(readProposalPdf, { params: { id } })} />
          <ProposalActions proposal={proposal} />
          <AnswerButtons proposal={proposal} choice={choice} />
        </>
      }
      onClose={onClose}
    >
      <StatusPanel proposal={proposal} leadsToFolder={leadsToFolder} className="">
        <AnswerHint proposal={proposal} choice={choice} />
      </StatusPanel>
      <ProposalDocument proposal={proposal} choice={choice} className="" />
      {versions.length > 1 && <Versions proposal={proposal} className="" />}
    </SidePanel>
  )
}

function ConversationPanel({ id, onClose }: PanelProps) {
  const query = useQuery(folderById(id))
  const isTeam = useSeesFolders()
  return loaded(query, 'Messages', onClose, (folder) => (
    <SidePanel
      title={isTeam ? folder.name : 'Messages'}
      description={isTeam ? (folder.clientName ?? 'No client account yet') : folder.assignedStaffName}
      page={
        isTeam
          ? { to: '/client-folders/$id', params: { id }, search: { tab: 'messages' }, hash: 'messages' }
          : { to: '/', search: { folder: id, tab: 'messages' }, hash: 'messages' }
      }
      flush
      onClose={onClose}
    >
      {isTeam && <NoReplyNeeded folderId={id} onDone={onClose} />}
      <MessagesPanel
        folderId={id}
        side={isTeam ? 'team' : 'client'}
        hasClient={folder.clientId !== null}
        canSend={folder.allowed.includes('send')}
        canAttach={folder.allowed.includes('upload')}
        fillsHeight
      />
    </SidePanel>
  ))
}

function AssignmentPanel({ id, onClose }: PanelProps) {
  const navigate = useNavigate()
  const isTeam = useSeesFolders()
  const folderId = useQuery(assignmentById(id)).data?.clientFolderId
  return (
    <AssignmentDialog
      id={id}
      onClose={onClose}
      onUpload={(assignmentId) => {
        const search = { tab: 'upload', for: assignmentId }
        void (isTeam
          ? navigate({ to: '/client-folders/$id', params: { id: folderId ?? '' }, search })
          : navigate({ to: '/', search: { ...search, folder: folderId } }))
      }}
    />
  )
}
