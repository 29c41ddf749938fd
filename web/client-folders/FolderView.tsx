import { useInfiniteQuery } from '@tanstack/react-query'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { AssignmentDialog } from '../assignments/AssignmentDialog.tsx'
import { AssignmentsPanel } from '../assignments/AssignmentsPanel.tsx'
import { assignmentsOf } from '../assignments/queries.ts'
import { AskedOfYou } from '../document-requests/AskedOfYou.tsx'
import { DocumentRequestsPanel } from '../document-requests/DocumentRequestsPanel.tsx'
import { RequestsStrip } from '../document-requests/RequestsStrip.tsx'
import { DocumentsPanel } from '../documents/DocumentsPanel.tsx'
import { documentsOf } from '../documents/queries.ts'
import { awaitingIn, SignatureStrip } from '../documents/SignatureStrip.tsx'
import { UploadPanel } from '../documents/UploadPanel.tsx'
import { ContractsPanel } from '../contracts/ContractsPanel.tsx'
import { FolderPolicies } from '../hr-policies/FolderPolicies.tsx'
import { classes } from '../kit/classes.ts'
import { Folder } from '../kit/Folder.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useLookingAt } from '../kit/looked-at.ts'
import { countOf } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { TabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { FolderInvoices } from '../invoices/FolderInvoices.tsx'
import { FolderLawChanges } from '../law-changes/FolderLawChanges.tsx'
import { MessagesPanel } from '../messages/MessagesPanel.tsx'
import { messagesOf } from '../messages/queries.ts'
import { ReportsPanel } from '../onboarding-reports/ReportsPanel.tsx'
import { SharedReports } from '../onboarding-reports/SharedReports.tsx'
import { ProposalsPanel } from '../proposals/ProposalsPanel.tsx'
import { FolderTimeline } from '../timeline/FolderTimeline.tsx'
import { FolderContacts } from '../folder-contacts/FolderContacts.tsx'
import type { Side } from './side.ts'
import { Contact } from './Contact.tsx'
import { factsOf } from './facts.tsx'
import { NextDates } from './NextDates.tsx'
import { UnsentWork } from './UnsentWork.tsx'

type FolderViewProps = {
  folder: ClientFolderView
  /** Whose eyes see it. */
  side: Side
}

/** A client folder, the same for both sides: facts, index tabs, the sheet, and at the right who to talk to and what comes next. */
export function FolderView({ folder, side }: FolderViewProps) {
  const { id, allowed } = folder
  const [tab, setTab] = useUrlState('tab', 'assignments')
  const [assignmentId, setAssignmentId] = useUrlState('assignment', '')
  const [uploadFor, setUploadFor] = useUrlState('for', '')
  const sees = (part: 'money' | 'documents' | 'messages') => allowed.includes(`see-${part}`)
  const assignments = useInfiniteQuery({ ...assignmentsOf(id), enabled: sees('documents') })
  const documents = useInfiniteQuery({ ...documentsOf(id), enabled: sees('documents') })
  const messages = useInfiniteQuery({ ...messagesOf(id), enabled: sees('messages') })
  useLookingAt(id)

  // The client has these papers on pages of their own.
  const teamTabs =
    side === 'client'
      ? []
      : [
          {
            value: 'requests',
            label: 'Document requests',
            content: <DocumentRequestsPanel folderId={id} canAsk={allowed.includes('add')} />,
          },
          {
            value: 'onboarding',
            label: 'Onboarding',
            content: <ReportsPanel folderId={id} canWrite={allowed.includes('add')} />,
          },
          { value: 'proposals', label: 'Proposals', content: <ProposalsPanel folder={folder} /> },
          { value: 'contracts', label: 'Contracts', content: <ContractsPanel folder={folder} /> },
          { value: 'invoices', label: 'Invoices', content: <FolderInvoices folder={folder} /> },
          { value: 'history', label: 'History', content: <FolderTimeline folder={folder} /> },
        ]
  const tabs = [
    // A contact has the tabs of what they were given.
    ...(sees('documents')
      ? [
          { value: 'assignments', label: 'Assignments', count: countOf(assignments) },
          { value: 'documents', label: 'Documents', count: countOf(documents) },
          { value: 'upload', label: 'Upload Files' },
        ]
      : []),
    ...(sees('messages') ? [{ value: 'messages', label: 'Messages', count: countOf(messages) }] : []),
    ...teamTabs,
  ]
  const shown = tabs.some(({ value }) => value === tab) ? tab : (tabs[0]?.value ?? '')
  const listed = documents.data?.pages.flatMap((page) => page.items) ?? []
  // For a contact nothing waits: signing is the client's.
  const awaiting = awaitingIn(side === 'client' ? listed.filter((each) => each.allowed.includes('sign')) : listed)
  // The team sees it where the documents are; the client wherever they look.
  const hasStrip = awaiting > 0 && (side === 'client' || shown === 'documents')
  const sheet = classes('border-0', hasStrip && 'rounded-t-none')
  const aside = (
    <aside aria-label="Contact and dates" className="no-print space-y-4 xl:space-y-5">
      <Contact folder={folder} side={side} onMessage={sees('messages') ? () => setTab('messages') : undefined} />
      {allowed.includes('manage-contacts') && <FolderContacts folder={folder} side={side} />}
      {side === 'client' && sees('documents') && shown !== 'upload' && (
        <RequestsStrip folderId={id} onShow={() => setTab('upload')} />
      )}
      {side === 'client' && sees('money') && sees('documents') && sees('messages') && <SharedReports folderId={id} />}
      {sees('documents') && <NextDates query={assignments} onOpen={setAssignmentId} />}
      <FolderLawChanges folder={folder} />
      {side === 'team' && <FolderPolicies folder={folder} />}
    </aside>
  )
  // Radix has no row of tabs without a tab.
  if (tabs.length === 0)
    return (
      <Folder title={folder.name} level={2} facts={factsOf(folder, side)}>
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:gap-5">
          <Panel>
            <EmptyState title={sees('money') ? 'No documents or messages here' : 'Nothing is shared with you yet'}>
              {sees('money')
                ? 'You can see the proposals, contracts, and invoices of this folder on their own pages.'
                : 'The client of this folder chooses what you can see.'}
            </EmptyState>
          </Panel>
          {aside}
        </div>
      </Folder>
    )
  return (
    <Folder title={folder.name} level={2} facts={factsOf(folder, side)}>
      <Tabs label="Folder" place="folder" tabs={tabs} value={shown} onChange={setTab}>
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_300px] xl:gap-5">
          <div className="min-w-0">
            {hasStrip && (
              <SignatureStrip
                count={awaiting}
                whose={side === 'client' ? 'your' : 'the client’s'}
                onShow={shown === 'documents' ? undefined : () => setTab('documents')}
              />
            )}
            <TabPanel value="assignments" className={sheet}>
              <AssignmentsPanel folderId={id} side={side} canAdd={allowed.includes('add')} onOpen={setAssignmentId} />
            </TabPanel>
            <TabPanel value="documents" className={sheet}>
              <DocumentsPanel folderId={id} />
            </TabPanel>
            <TabPanel value="upload" className={sheet}>
              {side === 'client' && <AskedOfYou folderId={id} />}
              <UploadPanel
                folderId={id}
                canUpload={allowed.includes('upload')}
                mayAskForSignature={allowed.includes('add')}
                assignmentId={uploadFor === '' ? null : uploadFor}
                onNoAssignment={() => setUploadFor('')}
              />
            </TabPanel>
            <TabPanel value="messages" className={sheet}>
              <MessagesPanel
                folderId={id}
                side={side}
                hasClient={folder.clientId !== null}
                canSend={allowed.includes('send')}
              />
            </TabPanel>
            {teamTabs.map(({ value, content }) => (
              <TabPanel key={value} value={value} className={sheet}>
                {content}
              </TabPanel>
            ))}
          </div>
          {aside}
        </div>
      </Tabs>
      <UnsentWork folderId={id} />
      {assignmentId !== '' && (
        <AssignmentDialog
          id={assignmentId}
          onClose={() => setAssignmentId('')}
          onUpload={(answered) => {
            setAssignmentId('')
            setUploadFor(answered)
            setTab('upload')
          }}
        />
      )}
    </Folder>
  )
}
