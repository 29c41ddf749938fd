import { useWindowHeight } from '../kit/window-height.ts'
import { usePhone } from '../kit/media.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { MessagesPanel } from '../messages/MessagesPanel.tsx'
import { draftOf, messagesOf } from '../messages/queries.ts'
import { useHome } from '../session/names.ts'
import { NotShared } from './AgreementsPage.tsx'
import { useFocusFromHash } from './focus-from-hash.ts'
import { loadOwnFolder } from './load-own-folder.ts'
import { FolderSwitch, OwnFolder, useOwnFolder } from './OwnFolder.tsx'

export const load = (page: PageLoad) =>
  loadOwnFolder(page, ({ id, allowed }) => (allowed.includes('see-messages') ? [messagesOf(id), draftOf(id)] : []))

/** A client's conversation with the team, as high as the window, with the field always in view. */
export default function MessagesPage() {
  const own = useOwnFolder()
  useFocusFromHash()
  const page = useWindowHeight()
  const isPhone = usePhone()
  const hasSeveral = own.folders.length > 1
  return (
    <div ref={page} data-corner-buttons="" className="-mb-20 flex min-h-80 flex-col">
      <PageHeader
        home={useHome()}
        title="Messages"
        description={own.folder?.assignedStaffName == null ? undefined : `With ${own.folder.assignedStaffName}`}
        backToDashboard={false}
        breadcrumb={!isPhone}
        badge={hasSeveral && isPhone && <FolderSwitch own={own} inTitle />}
        actions={hasSeveral && !isPhone ? <FolderSwitch own={own} /> : undefined}
      />
      <OwnFolder own={own}>
        {({ id, allowed, clientId }) =>
          allowed.includes('see-messages') ? (
            <Panel
              key={id}
              flush
              className="flex min-h-0 flex-1 flex-col overflow-clip [&>div]:flex [&>div]:min-h-0 [&>div]:flex-1 [&>div]:flex-col"
            >
              <h2 className="sr-only">Conversation</h2>
              <MessagesPanel
                folderId={id}
                side="client"
                hasClient={clientId !== null}
                canSend={allowed.includes('send')}
                canAttach={allowed.includes('upload')}
                fillsHeight
              />
            </Panel>
          ) : (
            <NotShared what="messages" />
          )
        }
      </OwnFolder>
    </div>
  )
}
