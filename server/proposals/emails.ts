import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { type ClientFolder, maySeeFolder } from '../../domain/client-folder.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Tx } from '../kit/db.ts'
import type { Letter } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'

const link = (id: string) => ({ label: 'Open the proposal', path: `/proposals/${id}` })

/** To the client, if the folder has one: a proposal waits for an answer. */
export function proposalSent(folder: ClientFolder, id: string): Letter | null {
  const letter = somethingWaits(folder, 'client', {
    subject: 'A proposal is waiting for your answer',
    line: 'We sent you a proposal. You can read it in your portal, and approve or decline it there.',
    about: 'proposals',
    part: 'money',
    toContacts: {
      subject: 'A proposal is in your client folder',
      line: 'We sent a proposal to your company. You can read it in your portal; the client of the folder answers it.',
    },
  })
  return letter === null ? null : { ...letter, link: link(id) }
}

/** To the client, who was asked for an answer: none is wanted any more. */
export function proposalWithdrawn(folder: ClientFolder, id: string): Letter | null {
  const letter = somethingWaits(folder, 'client', {
    subject: 'A proposal was withdrawn',
    line: 'We withdrew a proposal that we had sent you. There is nothing for you to answer.',
    about: 'proposals',
    part: 'money',
  })
  return letter === null ? null : { ...letter, link: link(id) }
}

const AuthorRow = Actor.extend({ email: z.string(), name: z.string().nullable() })

/** To the folder's staff member and to whoever wrote the proposal and may still see it, once where that is one person. */
export async function proposalDecided(
  tx: Tx,
  folder: ClientFolder,
  { id, createdById }: Pick<Proposal, 'id' | 'createdById'>,
  status: 'approved' | 'rejected',
): Promise<Letter[]> {
  const word = status === 'approved' ? 'approved' : 'declined'
  const letter = somethingWaits(folder, 'team', {
    subject: `A proposal was ${word}`,
    line: `A client has ${word} a proposal.`,
    about: 'proposals',
  })
  const letters = letter === null ? [] : [{ ...letter, link: link(id) }]
  if (createdById === folder.assignedStaffId) return letters
  const writer = await tx.maybe(typed(AuthorRow)`
    select id, role, first_name as "firstName", last_name as "lastName", email, person_name(first_name, last_name) as name
    from users where id = ${createdById} and is_active`)
  if (writer === null || !maySeeFolder(folder, writer)) return letters
  const { email, name } = writer
  return [...letters, ...letters.map((each) => ({ ...each, to: { email, name, userId: createdById } }))]
}
