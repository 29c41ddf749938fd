import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { stopImpersonation } from '../../api/impersonation.ts'
import type { OwnUser } from '../../domain/session.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { fullName } from './names.ts'
import { announceSignOut } from './other-tabs.ts'

/** Above every page while an administrator views as a client. It stays visible and disappears when the time is over. */
export function ImpersonationBanner({ user }: { user: OwnUser }) {
  const [pending, setPending] = useState(false)
  const until = user.viewing?.until
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(leave, Math.max(0, new Date(until).getTime() - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [until])
  if (user.viewing === null) return null
  async function stop() {
    setPending(true)
    // Whatever the answer (it may have expired), reload the pages as the user of the current session.
    await call(stopImpersonation).catch(() => {})
    leave()
  }
  return (
    <section
      aria-label="Viewing as a client"
      className="no-print edge-forced sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-warn bg-warn-soft px-4 py-2 text-body text-warn"
    >
      <p className="flex min-w-0 items-start gap-2">
        <Eye size={18} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          You’re viewing as <span className="font-semibold">{fullName(user)}</span>. You can’t make changes.
        </span>
      </p>
      <Button size="small" pending={pending} pendingLabel="Stopping..." onClick={() => void stop()}>
        Stop viewing
      </Button>
    </section>
  )
}

/** A full load, in all tabs: nothing of the client's pages stays with the administrator. Back to the folder that is looked at. */
function leave() {
  announceSignOut()
  const folderId = new URLSearchParams(location.search).get('folder')
  location.assign(folderId === null ? '/user-management' : `/client-folders/${encodeURIComponent(folderId)}`)
}
