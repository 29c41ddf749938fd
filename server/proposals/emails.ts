import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { type ClientFolder, maySeeFolder } from '../../domain/client-folder.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { inShortDollars } from '../../domain/money.ts'
import { isOnTeam, senderName, newsEmail } from '../client-folders/emails.ts'
import type { Tx } from '../kit/db.ts'
import { type Email, firm, type Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { actorColumns } from '../users/actor-columns.ts'

const link = (id: string, label = 'Open proposal') => ({ label, path: `/proposals/${id}` })

type Named = Pick<Proposal, 'id' | 'title' | 'totalCost'>

const named = ({ title, totalCost }: Named) => `${title}, ${inShortDollars(totalCost)}`

/** To the client, if the folder has one: a proposal needs a response. */
export function proposalSent(folder: ClientFolder, proposal: Named, actor: Actor): Email | null {
  const email = newsEmail(folder, 'client', {
    subject: `${firm} sent you a proposal`,
    line: `${senderName(actor)} sent you a proposal. Review it in the portal, then approve or decline it.`,
    notice: `Review proposal: ${named(proposal)}`,
    about: 'proposals',
    part: 'money',
    toContacts: {
      subject: `${firm} sent your company a proposal`,
      line: `${senderName(actor)} sent a proposal to your company. You can read it in the portal. The primary client responds to it.`,
      notice: `New proposal: ${named(proposal)}`,
    },
  })
  return email === null ? null : { ...email, link: link(proposal.id, 'Review proposal') }
}

/** To the client, who no longer needs to respond. */
export function proposalWithdrawn(folder: ClientFolder, proposal: Named): Email | null {
  const email = newsEmail(folder, 'client', {
    subject: `${firm} withdrew a proposal`,
    line: 'We withdrew a proposal that we sent you. You don’t need to respond to it.',
    notice: `Proposal withdrawn: ${named(proposal)}`,
    about: 'proposals',
    part: 'money',
  })
  return email === null ? null : { ...email, link: link(proposal.id) }
}

/** To the folder's team, once. */
export function proposalOpened(folder: ClientFolder, proposal: Named): Email | null {
  const email = newsEmail(folder, 'team', {
    subject: `${firm} portal: a client opened a proposal`,
    line: 'A client opened a proposal for the first time. They haven’t responded yet.',
    notice: `Proposal opened: ${named(proposal)}`,
    about: 'proposals',
    part: 'money',
  })
  return email === null ? null : { ...email, link: link(proposal.id) }
}

/** Reminds the client of a proposal without a response. @param days until its last day */
export function proposalExpires(folder: ClientFolder, proposal: Named, days: number): Email | null {
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  const email = newsEmail(folder, 'client', {
    subject: `Reminder: a proposal from ${firm} expires ${when}`,
    line: `A proposal that we sent you expires ${when}. Review it in the portal, then approve or decline it.`,
    notice: `Proposal expires ${when}: ${named(proposal)}`,
    about: 'proposals',
    part: 'money',
    toContacts: {
      subject: `Reminder: a proposal from ${firm} expires ${when}`,
      line: `A proposal that we sent to your company expires ${when}. You can read it in the portal. The primary client responds to it.`,
      notice: `Proposal expires ${when}: ${named(proposal)}`,
    },
  })
  return email === null ? null : { ...email, unlessViewed: false, link: link(proposal.id, 'Review proposal') }
}

/** To the folder's team or administrators: the client didn't respond in time. */
export const proposalExpired = (
  [to, ...alsoTo]: readonly Recipient[],
  folder: Pick<ClientFolder, 'id'>,
  proposal: Named,
): Email | null =>
  to === undefined
    ? null
    : {
        to,
        alsoTo,
        subject: `${firm} portal: a proposal expired without a response`,
        lines: ['A proposal expired, and the client didn’t respond. You can revise it or withdraw it.'],
        notice: `Proposal expired: ${named(proposal)}`,
        link: link(proposal.id),
        about: 'proposals',
        clientFolderId: folder.id,
      }

const AuthorRow = Actor.extend({ email: z.string(), name: z.string().nullable() })

/**
 * To the folder's team, and to the author of the proposal if they may still see it; one email if both are the
 * same person.
 */
export async function proposalDecided(
  tx: Tx,
  folder: ClientFolder,
  proposal: Named & Pick<Proposal, 'createdById'>,
  status: 'approved' | 'rejected',
): Promise<Email[]> {
  const { id, createdById } = proposal
  const word = status === 'approved' ? 'approved' : 'declined'
  const email = newsEmail(folder, 'team', {
    subject: `${firm} portal: a client ${word} a proposal`,
    line: `A client ${word} a proposal.`,
    notice: `Proposal ${word}: ${named(proposal)}`,
    about: 'proposals',
    part: 'money',
  })
  const emails = email === null ? [] : [{ ...email, link: link(id) }]
  if (isOnTeam(folder, createdById, 'money')) return emails
  const writer = await tx.maybe(typed(AuthorRow)`
    select ${actorColumns(tx.now)}, u.email, person_name(u.first_name, u.last_name) as name
    from users u where u.id = ${createdById} and u.is_active`)
  if (writer === null || !maySeeFolder(folder, writer, 'money')) return emails
  const to = { email: writer.email, name: writer.name, userId: createdById }
  return [...emails, ...emails.map((each) => ({ ...each, to, alsoTo: [] }))]
}
