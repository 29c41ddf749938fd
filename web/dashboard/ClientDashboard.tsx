import { BookAppointment } from '../bookings/BookAppointment.tsx'
import { FolderView } from '../client-folders/FolderView.tsx'
import { useFocusFromHash } from '../client-home/focus-from-hash.ts'
import { FolderSwitch, OwnFolder, useOwnFolder } from '../client-home/OwnFolder.tsx'
import { portalConfig } from '../kit/config.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { fullName, useHome } from '../session/names.ts'
import { roleWords } from '../session/roles.ts'
import { useUser } from '../session/use-auth.ts'
import { ClientWorkQueue } from '../work-queue/ClientWorkQueue.tsx'

/** A client's home page: items that need action, then their folder. */
export default function ClientDashboard() {
  const user = useUser()
  const own = useOwnFolder()
  useFocusFromHash()
  const canBook = portalConfig().booking !== ''
  return (
    <>
      <PageHeader
        home={useHome()}
        eyebrow="Client Dashboard"
        title={own.folder?.name ?? user.firstName ?? fullName(user)}
        badge={<Badge>{roleWords[user.role]}</Badge>}
        actions={
          (canBook || own.folders.length > 1) && (
            <>
              {canBook && <BookAppointment className="max-sm:hidden" />}
              <FolderSwitch own={own} />
            </>
          )
        }
        breadcrumb={false}
        backToDashboard={false}
      />
      {/* On phones the folder runs nearly from edge to edge. */}
      <div className="-mx-2 sm:mx-0">
        <OwnFolder own={own}>
          {(folder) => (
            <>
              <ClientWorkQueue folderId={folder.id} />
              {/* On a phone, what waits is first in sight. */}
              {canBook && <BookAppointment className="mb-4 justify-center sm:hidden" />}
              <FolderView key={folder.id} folder={folder} side="client" />
            </>
          )}
        </OwnFolder>
      </div>
    </>
  )
}
