import type { ClientFolder } from '../../domain/client-folder.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import type { Letter } from '../kit/record.ts'

/** To the client, if the folder has one: there is a report to read. */
export function reportShared(folder: ClientFolder, id: string): Letter | null {
  const letter = somethingWaits(folder, 'client', {
    subject: 'A report is ready for you',
    line: 'We shared a report with you. You can read it in your portal.',
    about: 'onboarding-reports',
  })
  return letter === null ? null : { ...letter, link: { label: 'Open the report', path: `/onboarding-reports/${id}` } }
}
