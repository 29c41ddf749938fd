import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isClient } from '../../domain/actor.ts'
import type { ProposalDetails } from '../../domain/proposal.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import { TemplateOrigin } from '../agreement-templates/TemplateOrigin.tsx'
import { folderById } from '../client-folders/queries.ts'
import { formatDate, formatDateTime } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { useUser } from '../session/use-auth.ts'
import { useNoteOpened } from './note-opened.ts'
import { statusLabels, texts, whenWords } from './words.ts'

const link = 'link font-semibold'
const blockLink = `finger-high wrap-anywhere ${link}`

type StatusPanelProps = {
  proposal: ProposalDetails
  /** Whether the user has a page for the folder. */
  leadsToFolder: boolean
  className: string
  /** The user's next action. */
  children: ReactNode
}

/** The status of a proposal, and its related records. */
export function StatusPanel({ proposal, leadsToFolder, className, children }: StatusPanelProps) {
  const now = useNow()
  const user = useUser()
  useNoteOpened(proposal, user)
  const {
    status,
    sentAt,
    openedAt,
    comment,
    contractId,
    onboardingReportId,
    revises,
    revisedBy,
    clientFolderId,
    clientFolderName,
  } = proposal
  return (
    <Panel
      title="Status"
      className={className}
      action={<ProposalStatus status={status} needsResponse={proposal.allowed.includes('approve')} />}
    >
      <div className="space-y-2 text-body text-ink-2">
        <p className="text-ink">{answerWords(proposal) ?? whenWords(proposal, now)}</p>
        <p>{sentAt === null ? 'Not sent.' : `Sent ${formatDateTime(sentAt, now)}.`}</p>
        {!isClient(user) && sentAt !== null && (openedAt !== null || status === 'sent') && (
          <p>
            {openedAt === null
              ? 'The client hasn’t opened it yet.'
              : `Opened by the client ${formatDateTime(openedAt, now)}.`}
          </p>
        )}
        {comment !== null && (
          <blockquote className="border-l-2 border-tab pl-3 wrap-anywhere whitespace-pre-wrap text-ink">
            {comment}
          </blockquote>
        )}
        {revises !== null && (
          <p>
            {sentAt === null ? 'Drafted to replace' : 'Replaces'} <VersionLink {...revises} />
            {revises.sentAt !== null && `, sent ${formatDate(revises.sentAt, now)}`}.
          </p>
        )}
        {revisedBy !== null && (
          <p>
            <VersionLink {...revisedBy} />{' '}
            {revisedBy.sentAt === null ? 'is being drafted to replace this version.' : 'replaced this version.'}
          </p>
        )}
        {isClient(user) && status === 'approved' && contractId === null && <p>{texts.contractNext}</p>}
        {contractId !== null && (
          <p>
            <Link to="/contracts/$id" params={{ id: contractId }} className={blockLink}>
              Resulting contract
            </Link>
          </p>
        )}
        {onboardingReportId !== null && (
          <p>
            <Link to="/onboarding-reports/$id" params={{ id: onboardingReportId }} className={blockLink}>
              Based on onboarding report
            </Link>
          </p>
        )}
        <TemplateOrigin choice={proposal.template} />
        {leadsToFolder && (
          <p>
            <Link to="/client-folders/$id" params={{ id: clientFolderId }} className={blockLink}>
              {clientFolderName}
            </Link>
          </p>
        )}
      </div>
      <WhoResponds proposal={proposal} />
      {children}
    </Panel>
  )
}

/** For a contact of the folder's client, who reads the proposal without a way to respond. */
function WhoResponds({ proposal: { status, allowed, clientFolderId } }: { proposal: ProposalDetails }) {
  const user = useUser()
  const waits = isClient(user) && status === 'sent' && !allowed.includes('approve')
  const { data: folder } = useQuery({ ...folderById(clientFolderId), enabled: waits })
  if (!waits || folder === undefined || folder.status === 'archived') return null
  return (
    <p className="mt-3 text-body text-ink">
      Only {folder.clientName ?? 'the client of this folder'} can approve or decline this proposal.
    </p>
  )
}

function answerWords({ status, decidedAt, decidedByName }: ProposalDetails): string | null {
  if (decidedAt === null || (status !== 'approved' && status !== 'rejected')) return null
  return `${statusLabels[status]} by ${decidedByName ?? 'the client'}, ${formatDateTime(decidedAt)}.`
}

/** All versions, the latest first. */
export function Versions({ proposal, className }: { proposal: ProposalDetails; className: string }) {
  return (
    <Panel title="Versions" className={className}>
      <ol aria-label="Versions" className="-my-2 divide-y divide-line">
        {proposal.versions.map(({ id, revision, status, sentAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5 text-body">
            <span className="min-w-0">
              {id === proposal.id ? (
                <span aria-current="page" className="font-semibold text-ink">
                  Version {revision}
                </span>
              ) : (
                <VersionLink id={id} revision={revision} className={blockLink} />
              )}
              <span className="block text-meta text-ink-3">
                {sentAt === null ? 'Not sent' : `Sent ${formatDate(sentAt)}`}
              </span>
            </span>
            <ProposalStatus
              status={status}
              needsResponse={id === proposal.id && proposal.allowed.includes('approve')}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

type VersionLinkProps = { id: string; revision: number; className?: string }

const VersionLink = ({ id, revision, className = link }: VersionLinkProps) => (
  <Link to="/proposals/$id" params={{ id }} className={className}>
    Version {revision}
  </Link>
)
