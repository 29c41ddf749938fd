import { Link } from '@tanstack/react-router'
import { ChevronDown, Users } from 'lucide-react'
import { type BulkKind, bulkKindsFor } from '../../domain/bulk-action.ts'
import { Button } from '../kit/Button.tsx'
import { Menu, MenuItem, MenuLink } from '../kit/Menu.tsx'
import { useUser } from '../session/use-auth.ts'
import { kindWords } from './words.ts'

/** What can be sent to all clients that match the filters of a list. */
export function BulkActionMenu({ onChoose }: { onChoose: (kind: BulkKind) => void }) {
  const user = useUser()
  return (
    <Menu
      label="Bulk actions for all matching clients"
      trigger={
        <Button>
          <Users />
          Send to all matching
          <ChevronDown />
        </Button>
      }
    >
      {bulkKindsFor(user).map((kind) => (
        <MenuItem key={kind} onSelect={() => onChoose(kind)}>
          {kindWords[kind].act}
        </MenuItem>
      ))}
      <MenuLink>
        <Link to="/bulk-actions">View bulk actions</Link>
      </MenuLink>
    </Menu>
  )
}
