import { Mail, MessageSquareText, Phone } from 'lucide-react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'
import { phoneLink } from '../kit/phone-link.ts'
import { ViewAsClient } from '../users/ViewAsClient.tsx'
import type { Side } from './side.ts'

type ContactProps = {
  folder: ClientFolderView
  side: Side
  /** None where the reader does not see the messages. */
  onMessage: (() => void) | undefined
}

/** Who is at the other side: for a client their consultant, for the team the client. */
export function Contact({ folder, side, onMessage }: ContactProps) {
  const person = side === 'client' ? consultantOf(folder) : clientOf(folder)
  if (person === null) return null
  return (
    <section aria-label={person.role} className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5">
      <div className="flex items-center gap-3">
        <Avatar name={person.name} size="large" />
        <div className="min-w-0">
          <p dir="auto" className="text-panel wrap-anywhere own-direction text-ink">
            {person.name}
          </p>
          <p className="text-body text-ink-2">{person.role}</p>
        </div>
      </div>
      <div className="no-print mt-4 grid grid-cols-2 gap-2">
        {onMessage !== undefined && (
          <Button onClick={onMessage}>
            <MessageSquareText />
            Message
          </Button>
        )}
        {person.phone !== null ? (
          <a href={phoneLink(person.phone)} className={buttonStyle()}>
            <Phone />
            Call
          </a>
        ) : (
          <a href={`mailto:${person.email}`} className={buttonStyle()}>
            <Mail />
            Email
          </a>
        )}
      </div>
      {folder.clientId !== null && folder.allowed.includes('view-as') && (
        <ViewAsClient userId={folder.clientId} folderId={folder.id} className="no-print mt-2 w-full" />
      )}
    </section>
  )
}

interface Person {
  name: string
  role: string
  /** As a telephone takes it. */
  phone: string | null
  email: string
}

/** Where the consultant has no number of their own, the office's is called. */
function consultantOf({ assignedStaffName, assignedStaffEmail, assignedStaffPhone }: ClientFolderView): Person {
  const office = portalConfig().provider.phoneLink
  return {
    name: assignedStaffName ?? assignedStaffEmail,
    role: 'Your consultant',
    phone: dialled(assignedStaffPhone ?? office),
    email: assignedStaffEmail,
  }
}

function clientOf({ clientName, clientEmail }: ClientFolderView): Person | null {
  if (clientEmail === null) return null
  return { name: clientName ?? clientEmail, role: 'The client', phone: null, email: clientEmail }
}

const dialled = (phone: string) => phone.replace(/[^\d+]/g, '') || null
