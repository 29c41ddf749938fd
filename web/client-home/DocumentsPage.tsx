import { Upload } from 'lucide-react'
import { documentRequestsOf } from '../document-requests/queries.ts'
import { RequestedDocuments } from '../document-requests/RequestedDocuments.tsx'
import { DocumentsPanel } from '../documents/DocumentsPanel.tsx'
import { documentFiguresOf, documentsOf } from '../documents/queries.ts'
import { UploadPanel } from '../documents/UploadPanel.tsx'
import { Button } from '../kit/Button.tsx'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { NotShared } from './AgreementsPage.tsx'
import { focusWhenPresent } from './focus-from-hash.ts'
import { loadOwnFolder } from './load-own-folder.ts'
import { FolderSwitch, OwnFolder, useOwnFolder } from './OwnFolder.tsx'

export const load = (page: PageLoad) =>
  loadOwnFolder(page, ({ id, allowed }) =>
    allowed.includes('see-documents') ? [documentsOf(id), documentFiguresOf(id), documentRequestsOf(id)] : [],
  )

/** A client's documents: what we asked for, where to upload, and all files of the folder. */
export default function DocumentsPage() {
  const own = useOwnFolder()
  const [uploadFor, setUploadFor] = useUrlState('for', '')
  const canUpload = own.folder?.allowed.includes('upload') === true
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Documents"
        backToDashboard={false}
        actions={
          (canUpload || own.folders.length > 1) && (
            <>
              {canUpload && (
                <Button className="sm:hidden" onClick={() => focusWhenPresent('upload')}>
                  <Upload />
                  Upload
                </Button>
              )}
              <FolderSwitch own={own} />
            </>
          )
        }
      />
      <OwnFolder own={own}>
        {(folder) =>
          folder.allowed.includes('see-documents') ? (
            <div key={folder.id} className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
              <Panel flush title="All documents" className="max-lg:order-2">
                <DocumentsPanel folder={folder} side="client" />
              </Panel>
              <Panel flush title="Upload Files">
                <RequestedDocuments folderId={folder.id} />
                <div id="upload">
                  <UploadPanel
                    folderId={folder.id}
                    canUpload={folder.allowed.includes('upload')}
                    mayAskForSignature={folder.allowed.includes('add')}
                    assignmentId={uploadFor === '' ? null : uploadFor}
                    onNoAssignment={() => setUploadFor('')}
                  />
                </div>
              </Panel>
            </div>
          ) : (
            <NotShared what="documents" />
          )
        }
      </OwnFolder>
    </>
  )
}
