import { Link } from '@tanstack/react-router'
import { FileSpreadsheet, FolderPlus } from 'lucide-react'
import { createClientImport } from '../../api/client-imports.ts'
import { consultantsToChoose, FoldersPanel } from '../dashboard/FoldersPanel.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { useSeesPart } from '../session/use-sees-part.ts'

export const load = ({ client, user }: PageLoad) => prefetch(client, user.role === 'staff' ? [] : [consultantsToChoose])

export default function ClientFoldersPage() {
  const mayImport = useMay(createClientImport)
  const mayCreate = useSeesPart('everything')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Client folders"
        description="View and manage your clients."
        actions={
          <>
            {mayImport && (
              <Link to="/client-imports" className={buttonStyle('secondary')}>
                <FileSpreadsheet />
                Import clients
              </Link>
            )}
            {mayCreate && (
              <Link to="/" search={{ tab: 'create-client' }} className={buttonStyle('primary')}>
                <FolderPlus />
                Create folder
              </Link>
            )}
          </>
        }
      />
      <Panel flush>
        <FoldersPanel label="Client folders" />
      </Panel>
    </>
  )
}
