import type { ClientFolder } from '../../domain/client-folder.ts'
import { isOnTeam, newsEmail } from '../client-folders/emails.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'
import type { SignedNoun } from './queries.ts'

const words = { documents: 'document', contracts: 'contract' } as const satisfies Record<SignedNoun, string>

/** The signed document; `name` is its file name or contract number, for the in-app notifications. */
interface Signed {
  noun: SignedNoun
  id: string
  name: string
}

/**
 * To the signer, who always gets the link to their copy, to the folder's team, and to the creator of the
 * contract.
 */
export function signed(folder: ClientFolder, { noun, id, name }: Signed, maker: Recipient | null): Email[] {
  const word = words[noun]
  const toClient = newsEmail(folder, 'client', {
    subject: `Your signed ${word} from ${firm} is ready`,
    line: `You signed a ${word}. The signed copy is saved in your client folder, where you can open, download, and print it.`,
    notice: `You signed ${word} ${name}`,
    about: 'signatures',
  })
  const toTeam = newsEmail(folder, 'team', {
    subject: `${firm} portal: a client signed a ${word}`,
    line: `A client signed a ${word}.`,
    notice: `Signed ${word}: ${name}`,
    about: 'signatures',
  })
  return [
    ...(toClient === null
      ? []
      : [{ ...toClient, unlessViewed: false, link: { label: 'Open your copy', path: `/${noun}/${id}/sign` } }]),
    ...(toTeam === null ? [] : [toTeam]),
    ...(toTeam === null || maker === null || isOnTeam(folder, maker.userId)
      ? []
      : [{ ...toTeam, to: maker, alsoTo: [] }]),
  ]
}

export const refused = (folder: ClientFolder, fileName: string): Email | null =>
  newsEmail(folder, 'team', {
    subject: `${firm} portal: a client declined to sign`,
    line: 'A client declined to sign a document and gave a reason.',
    notice: `Client declined to sign: ${fileName}`,
    about: 'signatures',
  })

/** One email for everything in a folder whose reminder is due today; null if nothing is. */
export function signaturesDue(folder: ClientFolder, due: readonly Signed[]): Email | null {
  const [one, ...more] = due
  if (one === undefined) return null
  const email = newsEmail(folder, 'client', {
    subject: `Reminder: ${firm} needs your signature`,
    line:
      more.length === 0
        ? `A ${words[one.noun]} is waiting for your signature. Read it, then sign it or tell us why you’re declining.`
        : `${due.length} contracts or documents are waiting for your signature. You’ll find them in your client folder.`,
    notice: `Reminder to sign: ${more.length === 0 ? `${words[one.noun]} ${one.name}` : `${one.name} and ${more.length} more`}`,
    about: 'signatures-due',
  })
  if (email === null) return null
  const link = more.length === 0 ? { label: 'Read and sign', path: `/${one.noun}/${one.id}/sign` } : email.link
  return { ...email, link, unlessViewed: false }
}
