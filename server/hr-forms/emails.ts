import type { ClientFolder } from '../../domain/client-folder.ts'
import { newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

export const formSubmitted = (folder: ClientFolder, title: string): Email | null =>
  newsEmail(folder, 'team', {
    subject: `${firm} portal: a client submitted a form`,
    line: 'A client submitted an HR form. You’ll find it under Submitted forms.',
    notice: `Form submitted: ${title}`,
    about: 'hr-forms',
    part: 'documents',
    quietMinutes: 10,
  })
