import { agreementFigures } from '../client-folders/agreement-figures.ts'
import { BalanceDue } from '../invoices/BalanceDue.tsx'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { retainerOf } from '../retainers/queries.ts'
import { RetainerBalance } from '../retainers/RetainerBalance.tsx'
import { OwnStatements } from '../statements/OwnStatements.tsx'
import { MoreServices } from '../service-requests/MoreServices.tsx'
import { requestsOfFolder } from '../service-requests/queries.ts'
import { useHome } from '../session/names.ts'
import { agreementsOf } from './agreements.ts'
import { FolderAgreements } from './FolderAgreements.tsx'
import { loadOwnFolder } from './load-own-folder.ts'
import { FolderSwitch, OwnFolder, useOwnFolder } from './OwnFolder.tsx'

export const load = (page: PageLoad) =>
  loadOwnFolder(page, ({ id, allowed }) =>
    allowed.includes('see-money')
      ? [...agreementsOf(id), agreementFigures(id), retainerOf(id), requestsOfFolder(id)]
      : [],
  )

/** A client's proposals, contracts, and invoices in one list. */
export default function AgreementsPage() {
  const own = useOwnFolder()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Agreements"
        backToDashboard={false}
        actions={
          <>
            <OwnStatements />
            <FolderSwitch own={own} />
          </>
        }
      />
      <OwnFolder own={own}>
        {(folder) =>
          folder.allowed.includes('see-money') ? (
            <>
              <RetainerBalance folderId={folder.id} className="mb-4" />
              <BalanceDue folderId={folder.id} className="mb-3" />
              <FolderAgreements key={folder.id} folderId={folder.id} />
              <MoreServices
                key={`services ${folder.id}`}
                folder={folder}
                mayRequest={folder.status !== 'archived'}
                className="mt-4"
              />
            </>
          ) : (
            <NotShared what="proposals, contracts, and invoices" />
          )
        }
      </OwnFolder>
    </>
  )
}

/** For a contact without access to this part of the folder. */
export const NotShared = ({ what }: { what: string }) => (
  <Panel>
    <p className="text-body text-ink-2">The client of this folder hasn’t shared its {what} with you.</p>
  </Panel>
)
