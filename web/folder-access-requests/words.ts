import type { FolderAccessRequestView } from '../../domain/folder-access-request.ts'
import { roleWords } from '../session/roles.ts'

/** "Taylor Brooks (taylor@example.com) belongs to Acme Tooling." */
export function accountWords({ email, account }: FolderAccessRequestView): string {
  if (account === null) return email ?? ''
  const who = account.name === null ? account.email : `${account.name} (${account.email})`
  if (!account.isActive) return `${who} is a deactivated account.`
  if (account.role !== 'client') return `${who} isn’t a client: ${roleWords[account.role].toLowerCase()}.`
  return account.folders.length === 0
    ? `${who} doesn’t belong to a folder.`
    : `${who} belongs to ${account.folders.join(', ')}.`
}
