import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Contract } from '../../domain/contract.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Addressee, Letter } from '../kit/record.ts'

type Named = Pick<Contract, 'id'>

const about = ({ id }: Named) => `contract ${id}`

const link = ({ id }: Named) => ({ label: 'Open the contract', path: `/contracts/${id}` })

/** Contacts with the right to see money read of it as well, in words of their own where only the client signs. */
const toClient = (
  folder: ClientFolder,
  contract: Named,
  subject: string,
  line: string,
  toContacts?: { subject: string; line: string },
): Letter | null => {
  const news = { subject, line, about: about(contract), part: 'money' } as const
  const letter = somethingWaits(folder, 'client', toContacts === undefined ? news : { ...news, toContacts })
  return letter === null ? null : { ...letter, link: link(contract) }
}

export const signatureAwaited = (folder: ClientFolder, contract: Named): Letter | null =>
  toClient(
    folder,
    contract,
    'A contract is waiting for your signature',
    'A contract is waiting for you. Please read it and sign it, or tell us why you decline.',
    {
      subject: 'A contract is in your client folder',
      line: 'A contract with your company is in your portal. You can read it there; the client of the folder signs it.',
    },
  )

/** Several edits in a row are one piece of news. */
export function contractRewritten(folder: ClientFolder, contract: Named): Letter | null {
  const subject = 'A contract that awaits your signature was changed'
  const line = 'We changed a contract that awaits your signature. Please open it again before you sign.'
  const letter = toClient(folder, contract, subject, line, {
    subject: 'A contract in your client folder was changed',
    line: 'We changed a contract that awaits the signature of your company.',
  })
  return letter === null ? null : { ...letter, about: `${about(contract)} rewritten`, quietMinutes: 10 }
}

const endings = {
  cancelled: {
    subject: 'A contract was cancelled',
    line: 'A contract that awaited your signature was cancelled. There is nothing for you to sign.',
  },
  completed: { subject: 'A contract is completed', line: 'A contract with us is completed.' },
  terminated: { subject: 'A contract was terminated', line: 'A contract with us was terminated.' },
} as const

export const contractEnded = (folder: ClientFolder, contract: Named, status: keyof typeof endings): Letter | null =>
  toClient(folder, contract, endings[status].subject, endings[status].line)

/** To the folder's staff member, and to whoever made the contract. */
export const contractDeclined = (folder: ClientFolder, contract: Named, maker: Addressee | null): Letter[] => {
  const subject = 'A contract was declined'
  const line = 'A client declined a contract. Their reason stands with it.'
  const toStaff = somethingWaits(folder, 'team', { subject, line, about: about(contract) })
  const letters = toStaff === null ? [] : [{ ...toStaff, link: link(contract) }]
  if (maker === null || maker.userId === folder.assignedStaffId) return letters
  return [
    ...letters,
    {
      to: maker,
      subject,
      lines: [line],
      link: link(contract),
      about: about(contract),
      clientFolderId: folder.id,
      unlessLooking: true,
    },
  ]
}
