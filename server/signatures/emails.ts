import type { ClientFolder } from '../../domain/client-folder.ts'
import { isOnTeam, newsEmail } from '../client-folders/emails.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'
import { day } from '../pdf-templates/format.ts'
import type { SignedNoun } from './queries.ts'
import { rightFor } from './signer-queries.ts'
import type { Signed } from './signers.ts'

const words = { documents: 'document', contracts: 'contract' } as const satisfies Record<SignedNoun, string>

const linkTo = ({ noun, id }: Signed, label: string) => ({ label, path: `/${noun}/${id}/sign` })

/** An email to people of the client's side; null if none of them has an account. */
function toSigners(
  folder: ClientFolder,
  thing: Signed,
  userIds: readonly (string | null)[],
  { label, ...words }: { subject: string; line: string; notice: string; label: string },
): Email[] {
  if (userIds.length === 0) return []
  const email = newsEmail(folder, 'client', { ...words, about: 'signatures', actingIds: userIds })
  return email === null ? [] : [{ ...email, unlessViewed: false, link: linkTo(thing, label) }]
}

/** The kind of thing is in the subject, because not everyone on the team sees both. */
const aboutOf = (noun: SignedNoun) => `signatures ${noun}`

/** To the folder's team, and to the creator of the contract. */
function toTeam(
  folder: ClientFolder,
  noun: SignedNoun,
  creator: Recipient | null,
  words: { subject: string; line: string; notice: string },
): Email[] {
  const email = newsEmail(folder, 'team', { ...words, about: aboutOf(noun), part: rightFor[noun] })
  if (email === null) return []
  return [
    email,
    ...(creator === null || isOnTeam(folder, creator.userId, rightFor[noun])
      ? []
      : [{ ...email, to: creator, alsoTo: [] }]),
  ]
}

/**
 * A client signed. While other signatures are missing, only the signer is notified; after the last one, everyone who signed
 * gets the link to the copy.
 */
export function signed(
  folder: ClientFolder,
  thing: Signed,
  { signerIds, isDone, creator }: { signerIds: readonly (string | null)[]; isDone: boolean; creator: Recipient | null },
): Email[] {
  const { noun, name } = thing
  const word = words[noun]
  const toClient = isDone
    ? {
        subject: `Your signed ${word} from ${firm} is ready`,
        line: `You signed a ${word}. The signed copy is saved in your client folder, where you can open, download, and print it.`,
        notice: `You signed ${word} ${name}`,
        label: 'Open your copy',
      }
    : {
        subject: `You signed a ${word} from ${firm}`,
        line: `You signed a ${word}. Others still need to sign it. You’ll get a link to the signed copy when everyone has signed.`,
        notice: `You signed ${word} ${name}; others still need to sign`,
        label: `Open ${word}`,
      }
  return [
    ...toSigners(folder, thing, signerIds, toClient),
    ...toTeam(folder, noun, creator, {
      subject: `${firm} portal: a client signed a ${word}`,
      line: isDone ? `A client signed a ${word}.` : `A client signed a ${word}. Other people still need to sign.`,
      notice: isDone ? `Signed ${word}: ${name}` : `Signed ${word}: ${name}. Others still need to sign.`,
    }),
  ]
}

/** A team member signed: the client's signed copy has one more signature. */
export const signedByTeam = (folder: ClientFolder, thing: Signed, signerIds: readonly (string | null)[]): Email[] =>
  toSigners(folder, thing, signerIds, {
    subject: `${firm} signed your ${words[thing.noun]}`,
    line: `${firm} added a signature to a ${words[thing.noun]} that you signed. The signed copy now has all signatures.`,
    notice: `Signed by ${firm}: ${words[thing.noun]} ${thing.name}`,
    label: 'Open your copy',
  })

/** @param signBy the due date, YYYY-MM-DD */
const until = (signBy: string | null) => (signBy === null ? '' : ` Sign it by ${day(signBy)}.`)

/** It is now their turn. */
export const turnBegan = (
  folder: ClientFolder,
  thing: Signed,
  userIds: readonly (string | null)[],
  signBy: string | null,
): Email[] =>
  toSigners(folder, thing, userIds, {
    subject: `It’s your turn to sign a ${words[thing.noun]} from ${firm}`,
    line: `A ${words[thing.noun]} is ready for your signature. Read it, then sign it or tell us why you’re declining.${until(signBy)}`,
    notice: `Sign ${words[thing.noun]}: ${thing.name}`,
    label: 'Read and sign',
  })

/** The same to a team member. */
export const turnOfTeamBegan = (to: Recipient, folder: ClientFolder, thing: Signed, signBy: string | null): Email => ({
  to,
  subject: `${firm} portal: it’s your turn to sign a ${words[thing.noun]}`,
  lines: [`A ${words[thing.noun]} is ready for your signature.${until(signBy)}`],
  notice: `Sign ${words[thing.noun]}: ${thing.name}`,
  link: linkTo(thing, 'Read and sign'),
  about: aboutOf(thing.noun),
  clientFolderId: folder.id,
})

/** Someone delegated their signature to this person, whose turn may come later. */
export const delegatedTo = (folder: ClientFolder, thing: Signed, userId: string, signBy: string | null): Email[] =>
  toSigners(folder, thing, [userId], {
    subject: `You’ve been asked to sign a ${words[thing.noun]} from ${firm}`,
    line: `Someone at your company asked you to sign a ${words[thing.noun]} in their place.${until(signBy)}`,
    notice: `Sign ${words[thing.noun]} for a colleague: ${thing.name}`,
    label: 'Read and sign',
  })

export const delegated = (folder: ClientFolder, { noun, name }: Signed, creator: Recipient | null): Email[] =>
  toTeam(folder, noun, creator, {
    subject: `${firm} portal: a client delegated a signature`,
    line: `A client asked a colleague to sign a ${words[noun]} in their place.`,
    notice: `Signature delegated: ${words[noun]} ${name}`,
  })

/** To signers whose turn had come and whose signature is no longer needed. */
export const signatureNotNeeded = (folder: ClientFolder, thing: Signed, userIds: readonly (string | null)[]): Email[] =>
  toSigners(folder, thing, userIds, {
    subject: `${firm} no longer needs your signature`,
    line: `We changed the signers of a ${words[thing.noun]}. You no longer need to sign it.`,
    notice: `No signature needed: ${words[thing.noun]} ${thing.name}`,
    label: `Open ${words[thing.noun]}`,
  })

/** To the other signers on the client's side, whose signatures no longer count. */
export const declinedForAll = (folder: ClientFolder, thing: Signed, userIds: readonly (string | null)[]): Email[] =>
  toSigners(folder, thing, userIds, {
    subject: `A ${words[thing.noun]} from ${firm} was declined`,
    line: `Someone at your company declined to sign a ${words[thing.noun]}. No one needs to sign it now. Open it to read the reason.`,
    notice: `Declined: ${words[thing.noun]} ${thing.name}`,
    label: `Open ${words[thing.noun]}`,
  })

export const declinedToTeamSigner = (to: Recipient, folder: ClientFolder, thing: Signed): Email => ({
  to,
  subject: `${firm} portal: a client declined to sign`,
  lines: [`A client declined to sign a ${words[thing.noun]} that you signed or were going to sign.`],
  notice: `Declined: ${words[thing.noun]} ${thing.name}`,
  link: linkTo(thing, `Open ${words[thing.noun]}`),
  about: aboutOf(thing.noun),
  clientFolderId: folder.id,
})

/** A signer lost the permission to sign, or access. Also sent to people who have the folder open. */
export function signerLost(
  folder: ClientFolder,
  thing: Signed,
  signerName: string,
  creator: Recipient | null,
): Email[] {
  const { noun, id, name } = thing
  const path =
    noun === 'contracts'
      ? `/contracts/${id}?open=signers`
      : `/client-folders/${folder.id}?tab=documents&panel=documents/${id}&open=signers`
  const emails = toTeam(folder, noun, creator, {
    subject: `${firm} portal: someone can no longer sign a ${words[noun]}`,
    line: `A ${words[noun]} is waiting for someone who can no longer sign it. Choose another signer.`,
    notice: `${signerName} can no longer sign ${words[noun]} ${name}`,
  })
  return emails.map((email) => ({ ...email, unlessViewed: false, link: { label: 'Change signers', path } }))
}

export const refused = (folder: ClientFolder, fileName: string): Email | null =>
  newsEmail(folder, 'team', {
    subject: `${firm} portal: a client declined to sign`,
    line: 'A client declined to sign a document and gave a reason.',
    notice: `Client declined to sign: ${fileName}`,
    about: aboutOf('documents'),
    part: rightFor.documents,
  })

/**
 * One email to a person for everything in a folder whose reminder is due today; null if nothing is.
 * @param signBy the earliest due date
 */
export function signaturesDue(
  folder: ClientFolder,
  userId: string | null,
  due: readonly Signed[],
  signBy: string | null,
): Email | null {
  const [one, ...more] = due
  if (one === undefined) return null
  const line =
    more.length === 0
      ? `A ${words[one.noun]} is waiting for your signature. Read it, then sign it or tell us why you’re declining.`
      : `${due.length} contracts or documents are waiting for your signature. You’ll find them in your client folder.`
  const email = newsEmail(folder, 'client', {
    subject: `Reminder: ${firm} needs your signature`,
    line: `${line}${signBy === null ? '' : ` ${more.length === 0 ? 'Sign it by' : 'The earliest due date is'} ${day(signBy)}.`}`,
    notice: `Reminder to sign: ${more.length === 0 ? `${words[one.noun]} ${one.name}` : `${one.name} and ${more.length} more`}`,
    about: 'signatures-due',
    actingIds: [userId],
  })
  if (email === null) return null
  const link = more.length === 0 ? linkTo(one, 'Read and sign') : email.link
  return { ...email, link, unlessViewed: false }
}
