import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Letter } from '../kit/record.ts'
import type { SignedNoun } from './queries.ts'

const words = { documents: 'document', contracts: 'contract' } as const satisfies Record<SignedNoun, string>

/** To the signer, who always gets the way to their copy, and to the team. */
export function signed(folder: ClientFolder, noun: SignedNoun, id: string): Letter[] {
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
  ]
}

export const refused = (folder: ClientFolder): Letter | null =>
  somethingWaits(folder, 'team', {
    subject: 'A client declined to sign',
    line: 'A client declined to sign a document and said why.',
    about: 'signatures',
  })
