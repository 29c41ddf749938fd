// The session of a request: a random cookie that server/sessions/session-store.ts looks up.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'

export const Session = Actor.extend({
  sessionId: z.string(),
  seenAt: z.date(),
  /** When a password or code was last entered in this session. */
  reauthenticatedAt: z.date(),
  /** This user must set up a second factor and hasn't yet. */
  needsSecondFactor: z.boolean(),
  /** The administrator who views as this client, and until when; the session is theirs. */
  viewer: z
    .object({ id: z.string(), firstName: z.string().nullable(), lastName: z.string().nullable(), until: z.string() })
    .nullable(),
})
export type Session = z.infer<typeof Session>

/** The session's owner: the administrator, even while they view as a client. */
export const ownerOf = ({ id, viewer }: Session): string => viewer?.id ?? id

/** For private data (drafts, assistant questions): someone who views as the user sees none of it. */
export const inPrivate = (actor: Session): Actor => (actor.viewer === null ? actor : { ...actor, id: nobody })

const nobody = '00000000-0000-0000-0000-000000000000'

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** 256 random bits, as in a cookie or a link. */
export const newSecret = () => randomBytes(32).toString('base64url')

/**
 * The `__Host-` prefix binds the cookie to this host. Browsers accept it only over TLS, so loopback without TLS omits
 * it.
 */
export const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-portal' : 'portal')

export const cookieOptions = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const
