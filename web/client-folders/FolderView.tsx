import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { AssignmentDialog } from '../assignments/AssignmentDialog.tsx'
import { AssignmentsPanel } from '../assignments/AssignmentsPanel.tsx'
import { NextAppointment } from '../bookings/NextAppointment.tsx'
import { ClientPricesPanel } from '../client-prices/ClientPricesPanel.tsx'
import { RequestedDocuments } from '../document-requests/RequestedDocuments.tsx'
import { DocumentRequestsPanel } from '../document-requests/DocumentRequestsPanel.tsx'
import { DocumentsPanel } from '../documents/DocumentsPanel.tsx'
import { documentsOf } from '../documents/queries.ts'
import { awaitingIn, SignatureStrip } from '../documents/SignatureStrip.tsx'
import { UploadPanel } from '../documents/UploadPanel.tsx'
import { DeadlinesPanel } from '../deadlines/DeadlinesPanel.tsx'
import { EmployeesPanel } from '../employees/EmployeesPanel.tsx'
import { ContractsPanel } from '../contracts/ContractsPanel.tsx'
import { HandbookPanel } from '../handbooks/HandbookPanel.tsx'
import { SentHandbook } from '../handbooks/SentHandbook.tsx'
import { FolderPolicies } from '../hr-policies/FolderPolicies.tsx'
import { classes } from '../kit/classes.ts'
import { Folder } from '../kit/Folder.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useViewedFolder } from '../kit/viewed-folder.ts'
import { Panel } from '../kit/Panel.tsx'
import { TabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useWindowHeight } from '../kit/window-height.ts'
import { InvoicePlansPanel } from '../invoice-plans/InvoicePlansPanel.tsx'
import { FolderInvoices } from '../invoices/FolderInvoices.tsx'
import { FolderLawChanges } from '../law-changes/FolderLawChanges.tsx'
import { MessagesPanel } from '../messages/MessagesPanel.tsx'
import { ReportsPanel } from '../onboarding-reports/ReportsPanel.tsx'
import { SharedReports } from '../onboarding-reports/SharedReports.tsx'
import { ProposalsPanel } from '../proposals/ProposalsPanel.tsx'
import { FolderTasks } from '../tasks/FolderTasks.tsx'
import { TimePanel } from '../time-entries/TimePanel.tsx'
import { TrainingPanel } from '../training-records/TrainingPanel.tsx'
import { FolderTimeline } from '../timeline/FolderTimeline.tsx'
import { FolderContacts } from '../folder-contacts/FolderContacts.tsx'
import type { Side } from './side.ts'
import { ArchivedBanner } from './ArchivedBanner.tsx'
import { Contact } from './Contact.tsx'
import { factsOf } from './facts.tsx'
import { FolderActions } from './FolderActions.tsx'
import { countOfTab } from './FolderCounts.tsx'
import { PartsRow } from './PartsRow.tsx'
import { folderFigures } from './queries.ts'
import { Overview } from './Overview.tsx'
import { UnsentWork } from './UnsentWork.tsx'

interface Part {
  label: string
  content: ReactNode
}

/** A tab shows one of its parts at a time; the first is what the tab opens. */
interface TabGroup {
  label: string
  parts: readonly string[]
}

const teamTabs: readonly TabGroup[] = [
  { label: 'Overview', parts: ['overview'] },
  { label: 'Assignments', parts: ['assignments', 'tasks'] },
  { label: 'Messages', parts: ['messages'] },
  { label: 'Documents', parts: ['documents', 'requests', 'upload'] },
  { label: 'Agreements and billing', parts: ['proposals', 'contracts', 'invoices', 'recurring', 'time', 'prices'] },
  { label: 'People and policies', parts: ['employees', 'training', 'deadlines', 'onboarding', 'handbook'] },
  { label: 'History', parts: ['history'] },
]

/** The client has agreements on a page of their own. */
const clientTabs: readonly TabGroup[] = [
  { label: 'Assignments', parts: ['assignments'] },
  { label: 'Documents', parts: ['documents'] },
  { label: 'Upload Files', parts: ['upload'] },
  { label: 'Messages', parts: ['messages'] },
  { label: 'Employees', parts: ['employees', 'training', 'deadlines'] },
]

type FolderViewProps = {
  folder: ClientFolderView
  /** Whose eyes see it. */
  side: Side
}

/** A client folder, the same for both sides: facts, index tabs, the sheet, and at the right who to talk to and what comes next. */
export function FolderView({ folder, side }: FolderViewProps) {
  const { id, allowed } = folder
  const [tab, setTab] = useUrlState('tab', side === 'team' ? 'overview' : 'assignments')
  const [assignmentId, setAssignmentId] = useUrlState('assignment', '')
  const [uploadFor, setUploadFor] = useUrlState('for', '')
  const sees = (part: 'money' | 'documents' | 'messages') => allowed.includes(`see-${part}`)
  const documents = useInfiniteQuery({ ...documentsOf(id), enabled: sees('documents') })
  const figures = useQuery(folderFigures(id)).data
  const fit = useWindowHeight()
  useViewedFolder(id)

  /** The team's conversation is as high as the window. */
  const fillsWindow = side === 'team'
  const canAdd = folder.status !== 'archived'
  const parts: Record<string, Part> = {
    ...(sees('documents') && {
      assignments: {
        label: 'Assignments',
        content: (
          <AssignmentsPanel folderId={id} side={side} canAdd={allowed.includes('add')} onOpen={setAssignmentId} />
        ),
      },
      documents: { label: 'Documents', content: <DocumentsPanel folder={folder} side={side} /> },
      upload: {
        label: 'Upload Files',
        content: (
          <>
            {side === 'client' && <RequestedDocuments folderId={id} />}
            <UploadPanel
              folderId={id}
              canUpload={allowed.includes('upload')}
              mayAskForSignature={allowed.includes('add')}
              assignmentId={uploadFor === '' ? null : uploadFor}
              onNoAssignment={() => setUploadFor('')}
              onShowDocuments={() => setTab('documents')}
            />
          </>
        ),
      },
      employees: { label: 'Employees', content: <EmployeesPanel folderId={id} canAdd={canAdd} /> },
      training: {
        label: 'Training',
        content: <TrainingPanel folderId={id} canAdd={canAdd} canUpload={allowed.includes('upload')} />,
      },
      deadlines: { label: 'Deadlines', content: <DeadlinesPanel folderId={id} canAdd={canAdd} /> },
    }),
    ...(sees('messages') && {
      messages: {
        label: 'Messages',
        content: (
          <div ref={fillsWindow ? fit : undefined} className={classes(fillsWindow && 'flex min-h-80 flex-col')}>
            <MessagesPanel
              folderId={id}
              side={side}
              hasClient={folder.clientId !== null}
              canSend={allowed.includes('send')}
              canAttach={allowed.includes('upload')}
              fillsHeight={fillsWindow}
              seeks
            />
          </div>
        ),
      },
    }),
    ...(side === 'team' && {
      overview: { label: 'Overview', content: <Overview folder={folder} onTab={setTab} /> },
      ...(sees('documents') && {
        requests: {
          label: 'Requests',
          content: <DocumentRequestsPanel folderId={id} canAsk={allowed.includes('add')} />,
        },
        tasks: { label: 'Tasks', content: <FolderTasks folder={folder} /> },
        handbook: { label: 'Handbook', content: <HandbookPanel folder={folder} /> },
      }),
      ...(sees('documents') &&
        sees('money') && {
          onboarding: {
            label: 'Onboarding',
            content: <ReportsPanel folderId={id} canWrite={allowed.includes('add')} />,
          },
        }),
      ...(sees('money') && {
        proposals: { label: 'Proposals', content: <ProposalsPanel folder={folder} /> },
        contracts: { label: 'Contracts', content: <ContractsPanel folder={folder} /> },
        invoices: { label: 'Invoices', content: <FolderInvoices folder={folder} /> },
        recurring: { label: 'Recurring', content: <InvoicePlansPanel folder={folder} /> },
        time: { label: 'Time', content: <TimePanel folder={folder} /> },
        prices: { label: 'Prices', content: <ClientPricesPanel folder={folder} /> },
      }),
      history: { label: 'History', content: <FolderTimeline folder={folder} /> },
    }),
  }
  // A contact, an assistant, and a bookkeeper see only the tabs that their rights allow.
  const groups = (side === 'client' ? clientTabs : teamTabs)
    .map((group) => ({ ...group, parts: group.parts.filter((part) => parts[part] !== undefined) }))
    .filter((group) => group.parts.length > 0)
  const group = groups.find((each) => each.parts.includes(tab)) ?? groups[0]
  const shown = group?.parts.includes(tab) === true ? tab : (group?.parts[0] ?? '')
  const tabs = groups.map((each) => ({
    value: each.parts[0] ?? '',
    label: each.label,
    count: countOfTab(figures?.counts, each.parts, side),
  }))
  const listed = documents.data?.pages.flatMap((page) => page.items) ?? []
  // For a contact nothing waits: signing is the client's.
  const awaiting = awaitingIn(side === 'client' ? listed.filter((each) => each.allowed.includes('sign')) : listed)
  // The client's work queue lists them as well, so it is shown only where the documents are.
  const hasStrip = awaiting > 0 && shown === 'documents'
  const isConversation = fillsWindow && shown === 'messages'
  // The team's lists have the whole width.
  const hasAside = side === 'client' || shown === 'overview' || shown === 'messages' || tabs.length === 0
  const columns = hasAside ? 'xl:grid-cols-[minmax(0,1fr)_300px] xl:gap-5' : ''
  const aside = hasAside && (
    <aside
      aria-label="Contact and dates"
      className={classes('no-print space-y-4 xl:space-y-5', isConversation && 'max-xl:hidden')}
    >
      <Contact folder={folder} side={side} onMessage={sees('messages') ? () => setTab('messages') : undefined} />
      {side === 'client' && sees('messages') && <NextAppointment folderId={id} />}
      {allowed.includes('manage-contacts') && <FolderContacts folder={folder} side={side} />}
      {side === 'client' && sees('money') && sees('documents') && sees('messages') && <SharedReports folderId={id} />}
      {side === 'client' && sees('documents') && <SentHandbook folderId={id} />}
      {(side === 'client' || shown === 'overview') && <FolderLawChanges folder={folder} />}
      {shown === 'overview' && <FolderPolicies folder={folder} />}
    </aside>
  )
  const head = {
    title: side === 'client' ? 'Your folder' : folder.name,
    level: side === 'client' ? (2 as const) : (1 as const),
    facts: factsOf(folder, side),
    actions: side === 'team' ? <FolderActions folder={folder} showsRequests={shown === 'requests'} /> : undefined,
    // On a phone, the team sees the lists of the other tabs first.
    isShort: side === 'team' && shown !== 'overview',
  }
  // Radix has no row of tabs without a tab.
  if (tabs.length === 0)
    return (
      <Folder {...head}>
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
    <Folder {...head} className={classes(isConversation && '-mb-20 lg:-mb-12')}>
      {folder.status === 'archived' && <ArchivedBanner folder={folder} />}
      <Tabs label="Folder" tabs={tabs} value={group?.parts[0] ?? ''} onChange={setTab}>
        <div className={classes('grid grid-cols-1 gap-4', columns)}>
          <div className="min-w-0">
            {hasStrip && <SignatureStrip count={awaiting} whose={side === 'client' ? 'your' : 'the client’s'} />}
            {group !== undefined && (
              <TabPanel value={group.parts[0] ?? ''} className={classes(hasStrip && 'rounded-t-none border-t-0')}>
                {group.parts.length > 1 && (
                  <PartsRow
                    label={group.label}
                    parts={group.parts.map((part) => ({ part, label: parts[part]?.label ?? '' }))}
                    shown={shown}
                    counts={figures?.counts}
                    onChange={setTab}
                  />
                )}
                {side === 'team' && <h2 className="sr-only">{parts[shown]?.label}</h2>}
                {parts[shown]?.content}
              </TabPanel>
            )}
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
