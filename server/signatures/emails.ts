import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
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
 * To the signer, who always gets the link to their copy, to the folder's staff member, and to the creator of the
 * contract.
 */
export function signed(folder: ClientFolder, { noun, id, name }: Signed, maker: Recipient | null): Email[] {
  const word = words[noun]
  const toClient = somethingWaits(folder, 'client', {
    subject: `Your signed ${word} from ${firm} is ready`,
    line: `You signed a ${word}. The signed copy is saved in your client folder, where you can open, download, and print it.`,
    notice: `You signed ${word} ${name}`,
    about: 'signatures',
  })
  const toTeam = somethingWaits(folder, 'team', {
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
    ...(toTeam === null || maker === null || maker.userId === folder.assignedStaffId ? [] : [{ ...toTeam, to: maker }]),
  ]
}

export const refused = (folder: ClientFolder, fileName: string): Email | null =>
  somethingWaits(folder, 'team', {
    subject: `${firm} portal: a client declined to sign`,
    line: 'A client declined to sign a document and gave a reason.',
    notice: `Client declined to sign: ${fileName}`,
    about: 'signatures',
  })
