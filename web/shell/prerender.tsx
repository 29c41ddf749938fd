import { LucideProvider } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FirstShell } from './FirstShell.tsx'
import { navigationFor } from './navigation.ts'

/** The first HTML of the frame for each kind of user, with a token in place of the firm's name. */
export function prerenderShells(logo: string | null): Record<'client' | 'staff' | 'admin', string> {
  const provider = { name: '{{provider.name}}', logo }
  const shell = (groups: ReturnType<typeof navigationFor> | null) =>
    renderToStaticMarkup(
      <LucideProvider size={16} strokeWidth={1.75}>
        <FirstShell provider={provider} groups={groups} />
      </LucideProvider>,
    )
  // What only a demonstration has is in a group that is closed.
  const team = (role: 'staff' | 'admin') => shell(navigationFor(role, { demonstration: false }))
  return { client: shell(null), staff: team('staff'), admin: team('admin') }
}
