import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Contract } from '../../domain/contract.ts'
import { inShortDollars } from '../../domain/money.ts'
import { isOnTeam, senderName, newsEmail } from '../client-folders/emails.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'

type Named = Pick<Contract, 'id' | 'contractNumber' | 'totalValue'>

const about = ({ id }: Named) => `contract ${id}`

const link = ({ id }: Named, label = 'Open contract') => ({ label, path: `/contracts/${id}` })

/** "PROHR-202611-008, $21,322" */
const named = ({ contractNumber, totalValue }: Named) => `${contractNumber}, ${inShortDollars(totalValue)}`

type Words = { subject: string; line: string; notice: string }

/** Contacts who may see amounts get it as well, in different words where only the client or chosen signers sign. */
const toClient = (
  folder: ClientFolder,
  contract: Named,
  words: Words,
  toContacts?: Words,
  actingIds: readonly (string | null)[] = [folder.clientId],
): Email | null => {
  const news = { ...words, about: about(contract), part: 'money', actingIds } as const
  const email = newsEmail(folder, 'client', toContacts === undefined ? news : { ...news, toContacts })
  return email === null ? null : { ...email, link: link(contract) }
}

/** @param signerIds whose turn it is on the client's side */
export function signatureAwaited(
  folder: ClientFolder,
  contract: Named,
  actor: Actor,
  signerIds: readonly (string | null)[],
): Email | null {
  const email = toClient(
    folder,
    contract,
    {
      subject: `${firm} sent you a contract to sign`,
      line: `${senderName(actor)} sent you a contract. Review it, then sign it or tell us why you’re declining.`,
      notice: `Sign contract ${named(contract)}`,
    },
    {
      subject: `${firm} sent your company a contract`,
      line: `${senderName(actor)} sent a contract to your company. You can read it in the portal. Each signer is notified when it’s their turn.`,
      notice: `Contract ${contract.contractNumber} is ready for your company to sign`,
    },
    signerIds,
  )
  return email === null ? null : { ...email, link: link(contract, 'Review contract') }
}

/** Several edits in a row produce one email. */
export function contractRewritten(
  folder: ClientFolder,
  contract: Named,
  actor: Actor,
  signerIds: readonly (string | null)[],
): Email | null {
  const email = toClient(
    folder,
    contract,
    {
      subject: `${firm} updated your contract: review before signing`,
      line: `${senderName(actor)} updated a contract that’s waiting for your signature. Read the new version before you sign.`,
      notice: `Contract ${contract.contractNumber} was updated: review before signing`,
    },
    {
      subject: `${firm} updated a contract with your company`,
      line: `${senderName(actor)} updated a contract that’s waiting for your company’s signature.`,
      notice: `Contract ${contract.contractNumber} was updated`,
    },
    signerIds,
  )
  if (email === null) return null
  return {
    ...email,
    link: link(contract, 'Review contract'),
    about: `${about(contract)} rewritten`,
    quietMinutes: 10,
  }
}

const endings = {
  cancelled: {
    subject: `${firm} canceled a contract`,
    line: 'We canceled a contract that was waiting for your signature. There’s nothing for you to sign.',
    notice: 'canceled',
  },
  completed: {
    subject: `Your contract with ${firm} is complete`,
    line: 'We marked one of your contracts as complete. There’s nothing for you to do.',
    notice: 'complete',
  },
  terminated: {
    subject: `Your contract with ${firm} was terminated`,
    line: 'One of your contracts was terminated. Open it to read the reason, or contact us with questions.',
    notice: 'terminated',
  },
} as const

export function contractEnded(folder: ClientFolder, contract: Named, status: keyof typeof endings): Email | null {
  const { subject, line, notice } = endings[status]
  const verb = status === 'completed' ? 'is' : 'was'
  return toClient(folder, contract, {
    subject,
    line,
    notice: `Contract ${contract.contractNumber} ${verb} ${notice}`,
  })
}

/** To the folder's team, and to the person who created the contract. */
function toTeam(folder: ClientFolder, contract: Named, creator: Recipient | null, words: Words): Email[] {
  const toStaff = newsEmail(folder, 'team', { ...words, about: about(contract), part: 'money' })
  const emails = toStaff === null ? [] : [{ ...toStaff, link: link(contract) }]
  if (creator === null || isOnTeam(folder, creator.userId, 'money')) return emails
  const { subject, line, notice } = words
  return [
    ...emails,
    {
      to: creator,
      subject,
      lines: [line],
      notice,
      link: link(contract),
      about: about(contract),
      clientFolderId: folder.id,
      unlessViewed: true,
    },
  ]
}

export const contractDeclined = (folder: ClientFolder, contract: Named, creator: Recipient | null): Email[] =>
  toTeam(folder, contract, creator, {
    subject: `${firm} portal: a client declined a contract`,
    line: 'A client declined a contract and gave a reason.',
    notice: `Contract declined: ${named(contract)}`,
  })

export function contractEnds(
  folder: ClientFolder,
  contract: Named & Pick<Contract, 'renewedBy'>,
  days: number,
  creator: Recipient | null,
): Email[] {
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  return toTeam(folder, contract, creator, {
    subject: `${firm} portal: a contract ends ${when}`,
    line:
      contract.renewedBy === null
        ? `A contract ends ${when}. Renew it if the work continues.`
        : `A contract ends ${when}. Its renewal isn’t signed yet.`,
    notice: `Contract ${named(contract)}, ends ${when}`,
  })
}
