import { useInfiniteQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { FolderContact } from '../../domain/folder-contact.ts'
import type { Side } from '../client-folders/side.ts'
import { Button } from '../kit/Button.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { PendingAccessRequests } from '../folder-access-requests/PendingAccessRequests.tsx'
import { AddContactDialog } from './AddContactDialog.tsx'
import { EditContactDialog } from './EditContactDialog.tsx'
import { FolderMembers } from './FolderMembers.tsx'
import { contactsOf } from './queries.ts'
import { rightsInWords, texts } from './words.ts'

/** Who else at the company can see the folder, and which parts; for the team and the folder's client. */
export function FolderContacts({ folder, side }: { folder: ClientFolderView; side: Side }) {
  const query = useInfiniteQuery(contactsOf(folder.id))
  const [open, setOpen] = useState<FolderContact | 'new' | null>(null)
  return (
    <section
      aria-label="Who can see this folder"
      className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5"
    >
      <h3 className="text-panel text-ink">Who can see this folder</h3>
      <FolderMembers folder={folder} />
      <h4 className="mt-5 text-meta font-semibold text-ink-2">Contacts</h4>
      <PagedList
        query={query}
        more="Show more contacts"
        loading={<Skeleton className="mt-3 h-9 w-full" />}
        empty={<p className="mt-2 text-body text-ink-2">{side === 'client' ? texts.noContacts : 'No contacts yet.'}</p>}
      >
        {(contacts) => (
          <ul aria-label="People with access" className="mt-1 divide-y divide-line">
            {contacts.map((contact) => (
              <li key={contact.id} className="flex items-center gap-3 py-2.5">
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="line-clamp-2 text-body font-semibold wrap-anywhere own-direction text-ink">
                    {contact.name}
                  </p>
                  <p className="text-meta text-ink-3">{rightsInWords(contact)}</p>
                </div>
                <Button size="small" variant="ghost" onClick={() => setOpen(contact)}>
                  Change<span className="sr-only"> {contact.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <PendingAccessRequests folderId={folder.id} />
      {folder.allowed.includes('add-contact') && (
        <Button size="small" className="no-print mt-3" onClick={() => setOpen('new')}>
          <UserRoundPlus />
          Add contact
        </Button>
      )}
      {open === 'new' && <AddContactDialog folderId={folder.id} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <EditContactDialog contact={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
