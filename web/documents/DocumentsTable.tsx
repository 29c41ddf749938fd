import { useMemo, useState } from 'react'
import { isClient } from '../../domain/actor.ts'
import { type DocumentView, isTeamOnly } from '../../domain/document.ts'
import { DataTable } from '../kit/DataTable.tsx'
import type { BulkAction } from '../kit/BulkBar.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import type { Place } from '../kit/link-target.ts'
import { useNow } from '../kit/now.ts'
import { RowList } from '../kit/RowList.tsx'
import { useUser } from '../session/use-auth.ts'
import { panelAddress, usePanel } from '../side-panels/panel-address.ts'
import { useBulkDownload } from './bulk-download.ts'
import { DocumentButtons } from './DocumentButtons.tsx'
import { DocumentIcon, noteOf } from './DocumentFacts.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import { MoveDocumentsDialog } from './MoveDocuments.tsx'
import { formatFileSize } from './file-size.ts'
import { ExpirationDialog, ExpirationState } from './Expiration.tsx'
import { SignatureState } from './SignatureState.tsx'
import { type SigningDialog, SigningDialogs, useCancelRequest } from './SignatureRequest.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { TeamOnlyBadge, VisibilityDialog } from './Visibility.tsx'
import { WithdrawDialog } from './WithdrawDocument.tsx'

type DocumentsTableProps = {
  folderId: string
  canMove: boolean
  documents: readonly DocumentView[]
  order: string
  onOrder: (order: string) => void
}

export function DocumentsTable({ folderId, canMove, documents, order, onOrder }: DocumentsTableProps) {
  const user = useUser()
  const now = useNow()
  const { item } = usePanel()
  const download = useBulkDownload(folderId)
  const move: BulkAction<DocumentView> = {
    label: 'Move',
    can: () => canMove,
    act: async (chosen) => setMoving(chosen),
  }
  const { cancel } = useCancelRequest()
  const [signing, setSigning] = useState<{ document: DocumentView; dialog: SigningDialog } | null>(null)
  const [withdrawing, setWithdrawing] = useState<DocumentView | null>(null)
  const [expiring, setExpiring] = useState<DocumentView | null>(null)
  const [sharing, setSharing] = useState<DocumentView | null>(null)
  const [tagging, setTagging] = useState<DocumentView | null>(null)
  const [moving, setMoving] = useState<readonly DocumentView[]>([])
  const acts = {
    onSigning: (document: DocumentView, dialog: SigningDialog) => setSigning({ document, dialog }),
    onCancelRequest: cancel,
    onMove: canMove ? (document: DocumentView) => setMoving([document]) : null,
    onTags: canMove && !isClient(user) ? setTagging : null,
    onExpiration: setExpiring,
    onVisibility: setSharing,
    onWithdraw: setWithdrawing,
  }
  const empty = emptyColumns(documents)
  const hasSeveral = documents.some(({ signers }) => signers.length > 1)
  const columns = useMemo(
    () =>
      columnsFor(user.id, now, {
        hasDates: !empty.includes('expires'),
        hasSignatures: !empty.includes('signature'),
        hasSeveral,
      }).filter(({ id }) => !empty.includes(id)),
    [user.id, now, empty, hasSeveral],
  )
  return (
    <>
      <DataTable
        label="Documents"
        rows={documents}
        rowKey={({ id }) => id}
        title={({ originalName }) => originalName}
        page={placeOf}
        isOpen={({ id }) => item?.noun === 'documents' && item.id === id}
        columns={columns}
        order={order}
        onOrder={onOrder}
        bulk={[...download, move]}
        actions={(document) => <DocumentButtons document={document} />}
        actionsWidth={documents.some(({ allowed }) => allowed.includes('sign')) ? 'w-28' : 'w-14'}
        menu={(document) => <DocumentMenu document={document} {...acts} />}
        cards={(rows) => (
          <RowList label="Documents">
            {rows.map((document) => (
              <DocumentRow key={document.id} document={document} readerId={user.id} now={now} acts={acts} />
            ))}
          </RowList>
        )}
      />
      {moving.length > 0 && (
        <MoveDocumentsDialog folderId={folderId} documents={moving} onClose={() => setMoving([])} />
      )}
      {tagging !== null && <TagsDialog document={tagging} onClose={() => setTagging(null)} />}
      {signing !== null && (
        <SigningDialogs document={signing.document} open={signing.dialog} onClose={() => setSigning(null)} />
      )}
      {expiring !== null && <ExpirationDialog document={expiring} onClose={() => setExpiring(null)} />}
      {sharing !== null && <VisibilityDialog document={sharing} onClose={() => setSharing(null)} />}
      {withdrawing !== null && <WithdrawDialog document={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  )
}

/** The preview next to the list. */
const placeOf = ({ id }: DocumentView): Place => ({
  to: '.',
  search: (old) => ({ ...old, panel: panelAddress({ noun: 'documents', id }) }),
  resetScroll: false,
})

/** The columns in which no document has anything, with spaces between them: they leave their width to the names. */
const emptyColumns = (documents: readonly DocumentView[]): string =>
  [
    documents.some(({ requiresSignature, isSigned }) => requiresSignature || isSigned) ? '' : 'signature',
    documents.some(({ expiresOn }) => expiresOn !== null) ? '' : 'expires',
    documents.some(({ subfolder }) => subfolder !== null) ? '' : 'subfolder',
  ].join(' ')

/**
 * @param hasDates whether a document expires; the subfolder then needs a wider table
 * @param hasSignatures whether a document has a signature; a narrow table then has one column for both
 * @param hasSeveral whether a document has several signers, who are named
 */
const columnsFor = (
  readerId: string,
  now: Date,
  { hasDates, hasSignatures, hasSeveral }: { hasDates: boolean; hasSignatures: boolean; hasSeveral: boolean },
): DataColumn<DocumentView>[] => [
  {
    id: 'name',
    header: 'Name',
    ascending: 'name',
    descending: 'name-desc',
    cell: (document) => (
      <>
        <DocumentIcon document={document} className="mr-2 inline align-[-4px]" />
        {isTeamOnly(document) && (
          <span className="mr-2">
            <TeamOnlyBadge document={document} />
          </span>
        )}
        {document.originalName}
        {document.tags.map((tag) => (
          <Badge key={tag} className="ml-2">
            {tag}
          </Badge>
        ))}
        {noteOf(document) !== null && <span className="ml-2 font-normal text-ink-3">{noteOf(document)}</span>}
      </>
    ),
  },
  {
    id: 'signature',
    header: 'Signature',
    cell: (document) => (
      <>
        <SignatureState document={document} />
        <span className="@min-[801px]:hidden">
          <ExpirationState document={document} now={now} />
        </span>
      </>
    ),
    wraps: true,
    width: hasSeveral ? 'w-52' : 'w-36',
    hides: true,
    from: 'small',
  },
  {
    id: 'expires',
    header: 'Expires',
    ascending: 'expires',
    cell: (document) => <ExpirationState document={document} now={now} inColumn />,
    wraps: true,
    width: 'w-32',
    hides: true,
    from: hasSignatures ? 'medium' : 'small',
  },
  {
    id: 'subfolder',
    header: 'Subfolder',
    cell: ({ subfolder }) => subfolder !== null && <span title={subfolder}>{subfolder}</span>,
    width: 'w-32',
    hides: true,
    from: hasDates ? 'large' : 'small',
  },
  {
    id: 'by',
    header: 'Added by',
    cell: ({ uploadedById, uploadedByName }) =>
      uploadedById === readerId ? 'You' : <span title={uploadedByName ?? ''}>{uploadedByName ?? 'Someone'}</span>,
    width: 'w-34',
    hides: true,
    from: 'large',
  },
  {
    id: 'added',
    header: 'Added',
    ascending: 'oldest',
    descending: '',
    cell: ({ createdAt }) => formatDate(createdAt, now),
    width: 'w-28',
    hides: true,
  },
  {
    id: 'size',
    header: 'Size',
    ascending: 'size-asc',
    descending: 'size',
    right: true,
    cell: ({ fileSize }) => formatFileSize(fileSize),
    width: 'w-24',
    hides: true,
    from: 'widest',
  },
]
