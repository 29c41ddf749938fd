import type { ClientFolder } from '../../domain/client-folder.ts'
import { newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

/** One email for all deadlines of a folder. @param titles of the deadlines, those that are late first */
export function deadlinesDue(
  folder: ClientFolder,
  side: 'client' | 'team',
  { titles, isLate }: { titles: string[]; isLate: boolean },
): Email | null {
  const [title = '', ...others] = titles
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const whose = side === 'client' ? 'your client folder' : 'a client folder'
  const what = isLate ? 'an HR deadline has passed' : 'an HR deadline is coming up'
  const email = newsEmail(folder, side, {
    subject: side === 'client' ? `${firm}: ${what}` : `${firm} portal: ${what}`,
    line: isLate
      ? `A deadline in ${whose} is past its due date. Open the folder to see which one.`
      : `A deadline in ${whose} is due soon. Open the folder to see which one, and when.`,
    notice: `${isLate ? 'Deadline passed' : 'Deadline coming up'}: ${title}${more}`,
    about: 'deadlines',
    part: 'documents',
  })
  return email === null ? null : { ...email, unlessViewed: false }
}
