// Where a thing that was found leads, and what its kind is called.
import type { LucideIcon } from 'lucide-react'
import {
  BookOpenText,
  ClipboardPenLine,
  FileSearch,
  FileText,
  FolderOpen,
  Inbox,
  ListChecks,
  LockKeyhole,
  MessageSquareReply,
  MessageSquareText,
  ReceiptText,
  ScrollText,
  Signature,
  UserRound,
} from 'lucide-react'
import type { Role } from '../../domain/actor.ts'
import type { SearchItem, SearchKind } from '../../domain/search.ts'
import type { Place } from '../kit/link-target.ts'
import type { StatusKind } from '../kit/StatusBadge.tsx'
import type { FolderSearch } from '../client-folders/folder-search.ts'

interface KindWords {
  label: string
  icon: LucideIcon
  status: StatusKind | null
}

export const kindWords: Record<SearchKind, KindWords> = {
  'client-folders': { label: 'Client folders', icon: FolderOpen, status: 'folder' },
  people: { label: 'People', icon: UserRound, status: 'role' },
  'service-requests': { label: 'Service requests', icon: Inbox, status: 'request' },
  documents: { label: 'Documents', icon: FileText, status: null },
  proposals: { label: 'Proposals', icon: ScrollText, status: 'proposal' },
  contracts: { label: 'Contracts', icon: Signature, status: 'contract' },
  invoices: { label: 'Invoices', icon: ReceiptText, status: 'invoice' },
  'hr-policies': { label: 'HR policies', icon: BookOpenText, status: null },
  'hr-forms': { label: 'HR forms', icon: ClipboardPenLine, status: null },
  'document-texts': { label: 'Text of documents', icon: FileSearch, status: null },
  messages: { label: 'Messages', icon: MessageSquareText, status: null },
  'assignment-comments': { label: 'Comments on assignments', icon: MessageSquareReply, status: null },
  'staff-notes': { label: 'Staff-only notes', icon: LockKeyhole, status: null },
  tasks: { label: 'Team tasks', icon: ListChecks, status: 'task' },
}

/** A client's folder is their home; staff know people by their folders. */
export function placeOf(kind: SearchKind, item: SearchItem, role: Role): Place {
  const { id, title, status, clientFolderId, assignmentId } = item
  const inFolder = (search: FolderSearch): Place =>
    role === 'client'
      ? { to: '/', search: { folder: clientFolderId ?? '', ...search } }
      : { to: '/client-folders/$id', params: { id: clientFolderId ?? '' }, search }
  switch (kind) {
    case 'client-folders':
      return inFolder({})
    case 'people':
      return role === 'staff' ? inFolder({}) : { to: '/user-management', search: { user: id } }
    case 'service-requests':
      return { to: '/', search: { tab: 'requests', requests: status ?? 'pending', open: id } }
    case 'documents':
    case 'document-texts':
      return inFolder({ tab: 'documents', documents: title })
    case 'assignment-comments':
      return inFolder({ assignment: assignmentId ?? '' })
    case 'messages':
    case 'staff-notes':
      return inFolder({ tab: 'messages', message: id })
    case 'tasks':
      return { to: '/tasks', search: { panel: `tasks/${id}` } }
    case 'hr-forms':
      return { to: '/hr-forms', search: { q: title } }
    case 'hr-policies':
      return { to: '/hr-policies/$slug', params: { slug: id } }
    case 'proposals':
    case 'contracts':
    case 'invoices':
      return { to: `/${kind}/$id`, params: { id } }
  }
}
