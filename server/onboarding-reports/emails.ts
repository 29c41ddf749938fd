import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

/** To the client, if the folder has one. */
export function reportShared(folder: ClientFolder, id: string, actor: Actor): Email | null {
  const email = newsEmail(folder, 'client', {
    subject: `${firm} shared a report with you`,
    line: `${senderName(actor)} shared a report with you. You can read it in the portal.`,
    notice: 'Your onboarding report is ready',
    about: 'onboarding-reports',
  })
  return email === null ? null : { ...email, link: { label: 'Read report', path: `/onboarding-reports/${id}` } }
}
