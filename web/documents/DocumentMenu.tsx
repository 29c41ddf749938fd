import { Ellipsis } from 'lucide-react'
import type { DocumentAction, DocumentView } from '../../domain/document.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu, MenuItem, MenuLink } from '../kit/Menu.tsx'
import { signedFilesOf } from './DocumentFacts.tsx'
import { canChangeVisibility, visibilityAction } from './Visibility.tsx'
import type { SigningDialog } from './SignatureRequest.tsx'

export type DocumentMenuProps = {
  document: DocumentView
  onSigning: (document: DocumentView, dialog: SigningDialog) => void
  onCancelRequest: (document: DocumentView) => void
  /** Null where the folder can only be read. */
  onMove: ((document: DocumentView) => void) | null
  /** Null for a client, and where the folder can only be read. */
  onTags: ((document: DocumentView) => void) | null
  onExpiration: (document: DocumentView) => void
  onVisibility: (document: DocumentView) => void
  onWithdraw: (document: DocumentView) => void
}

const signingItems: { action: DocumentAction; dialog: SigningDialog; label: string }[] = [
  { action: 'request-signature', dialog: 'request', label: 'Request signature' },
  { action: 'change-signers', dialog: 'change', label: 'Change signers' },
  { action: 'delegate', dialog: 'delegate', label: 'Delegate signature' },
]

/** The items of a document's menu. */
export function DocumentMenu({
  document,
  onSigning,
  onCancelRequest,
  onMove,
  onTags,
  onExpiration,
  onVisibility,
  onWithdraw,
}: DocumentMenuProps) {
  const { allowed, objectPath, originalName } = document
  return (
    <>
      {allowed.includes('download') && (
        <MenuLink>
          <a href={objectPath} download={originalName}>
            Download
          </a>
        </MenuLink>
      )}
      {signedFilesOf(document).map(({ label, address }) => (
        <MenuLink key={label}>
          <a href={address} download>
            {label}
          </a>
        </MenuLink>
      ))}
      {signingItems.map(
        ({ action, dialog, label }) =>
          allowed.includes(action) && (
            <MenuItem key={action} onSelect={() => onSigning(document, dialog)}>
              {label}
            </MenuItem>
          ),
      )}
      {allowed.includes('withdraw-signature') && (
        <MenuItem onSelect={() => onCancelRequest(document)}>Cancel signature request</MenuItem>
      )}
      {onMove !== null && <MenuItem onSelect={() => onMove(document)}>Move to subfolder</MenuItem>}
      {onTags !== null && <MenuItem onSelect={() => onTags(document)}>Edit tags</MenuItem>}
      {allowed.includes('set-expiration') && (
        <MenuItem onSelect={() => onExpiration(document)}>
          {document.expiresOn === null ? 'Set expiration date' : 'Change expiration date'}
        </MenuItem>
      )}
      {canChangeVisibility(document) && (
        <MenuItem onSelect={() => onVisibility(document)}>{visibilityAction(document)}</MenuItem>
      )}
      {allowed.includes('withdraw') && (
        <MenuItem danger onSelect={() => onWithdraw(document)}>
          Withdraw document
        </MenuItem>
      )}
    </>
  )
}

/** The same behind a button, in the card of a document. */
export function DocumentMenuButton(props: DocumentMenuProps) {
  const label = `More about ${props.document.originalName}`
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} className="coarse:size-11">
          <Ellipsis />
        </IconButton>
      }
    >
      <DocumentMenu {...props} />
    </Menu>
  )
}
