import { ownSessions, secondFactor } from './queries.ts'
import { ownPasskeys } from '../passkeys/queries.ts'
import { ownExports } from '../folder-exports/queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { CalendarPanel } from '../calendar/CalendarPanel.tsx'
import { ExportsPanel } from '../folder-exports/ExportsPanel.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { PasskeysPanel } from '../passkeys/PasskeysPanel.tsx'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { CoverPanel } from '../staff-covers/CoverPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { ThemePanel } from './ThemePanel.tsx'

export const load = ({ client }: PageLoad) => prefetch(client, [ownPasskeys, secondFactor, ownSessions, ownExports])

/** One's own account: who one is here, the password, where one is signed in, and the look of the pages. */
export default function AccountPage() {
  usePageTitle('Account settings')
  const user = useUser()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Account settings"
        description="Manage your profile, sign-in methods, and active sessions."
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_348px]">
        <div className="grid grid-cols-1 gap-6">
          <ProfilePanel user={user} />
          <SecondFactorPanel />
          <PasskeysPanel />
          <PasswordPanel username={user.username} />
          <SessionsPanel />
          {user.role === 'staff' && user.staffAccess !== 'bookkeeper' && <CoverPanel userId={user.id} />}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <ThemePanel />
          <CalendarPanel />
          <ExportsPanel ofOwnFolders={user.role === 'client'} />
        </div>
      </div>
    </>
  )
}
