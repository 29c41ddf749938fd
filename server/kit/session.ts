// Who is asking. A session is a random cookie; server/sessions/session-store.ts looks it up.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'

export const Session = Actor.extend({
  sessionId: z.string(),
  seenAt: z.date(),
  /** When a password or a code was last entered in it. */
  reauthenticatedAt: z.date(),
  /** A second factor is required of this person, and there is none yet. */
  needsSecondFactor: z.boolean(),
  /** The administrator who looks at what this client sees, and until when; the session is theirs. */
  viewer: z
    .object({ id: z.string(), firstName: z.string().nullable(), lastName: z.string().nullable(), until: z.string() })
    .nullable(),
})
export type Session = z.infer<typeof Session>

/** Whose session it is: the administrator's, also while they view as a client. */
export const ownerOf = ({ id, viewer }: Session): string => viewer?.id ?? id

/**
 * For what a person keeps to themselves (drafts, questions to the assistant): whoever views as them finds none, as an administrator
 * does elsewhere.
 */
export const inPrivate = (actor: Session): Actor => (actor.viewer === null ? actor : { ...actor, id: nobody })

const nobody = '00000000-0000-0000-0000-000000000000'

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** 256 random bits, as they stand in a cookie or a link. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The `__Host-` prefix binds the cookie to this very host; browsers take it over TLS only, so plain loopback goes without. */
export const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-portal' : 'portal')

export const cookieOptions = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const
