import { Link } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { FoldersPanel } from '../dashboard/FoldersPanel.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useHome } from '../session/names.ts'

export default function ClientFoldersPage() {
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Client folders"
        description="View and manage your clients."
        actions={
          <Link to="/" search={{ tab: 'create-client' }} className={buttonStyle('primary')}>
            <FolderPlus />
            Create folder
          </Link>
        }
      />
      <Panel flush>
        <FoldersPanel label="Client folders" />
      </Panel>
    </>
  )
}
