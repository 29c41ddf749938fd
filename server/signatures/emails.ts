import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Addressee, Letter } from '../kit/record.ts'
import type { SignedNoun } from './queries.ts'

const words = { documents: 'document', contracts: 'contract' } as const satisfies Record<SignedNoun, string>

/** To the signer, who always gets the way to their copy, to the folder's staff member, and to whoever made the contract. */
export function signed(folder: ClientFolder, noun: SignedNoun, id: string, maker: Addressee | null): Letter[] {
  const word = words[noun]
  const toClient = somethingWaits(folder, 'client', {
    subject: `Your signed ${word} is in your folder`,
    line: `You signed a ${word}. The signed copy is kept in your client folder, where you can open, download and print it.`,
    about: 'signatures',
  })
  const toTeam = somethingWaits(folder, 'team', {
    subject: `A ${word} was signed`,
    line: `A client has signed a ${word}.`,
    about: 'signatures',
  })
  return [
    ...(toClient === null
      ? []
      : [{ ...toClient, unlessLooking: false, link: { label: 'Open your copy', path: `/${noun}/${id}/sign` } }]),
    ...(toTeam === null ? [] : [toTeam]),
    ...(toTeam === null || maker === null || maker.userId === folder.assignedStaffId ? [] : [{ ...toTeam, to: maker }]),
  ]
}

export const refused = (folder: ClientFolder): Letter | null =>
  somethingWaits(folder, 'team', {
    subject: 'A client declined to sign',
    line: 'A client declined to sign a document and said why.',
    about: 'signatures',
  })
