import { useInfiniteQuery } from '@tanstack/react-query'
import { endUserSession } from '../../api/users.ts'
import type { UserView } from '../../domain/user.ts'
import { call } from '../kit/call.ts'
import { fullName } from '../session/names.ts'
import { SessionList } from '../session/SessionList.tsx'
import { sessionsOf } from './queries.ts'

/** Where someone is signed in; one browser can be signed out, before it is all of them. */
export function UserSessions({ user }: { user: UserView }) {
  return (
    <div className="mb-3 overflow-clip rounded-md border border-line">
      <SessionList
        label={`Active sessions of ${fullName(user)}`}
        query={useInfiniteQuery(sessionsOf(user.id))}
        empty={<p className="px-4 py-3 text-body text-ink-2 sm:px-5">No active sessions.</p>}
        end={(session) => call(endUserSession, { params: { id: user.id, sessionId: session.id } })}
      />
    </div>
  )
}
