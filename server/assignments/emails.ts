import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

export const assignmentCreated = (folder: ClientFolder, title: string, by: Actor): Email | null =>
  newsEmail(folder, 'client', {
    subject: `You have a new assignment from ${firm}`,
    line: `${senderName(by)} assigned you a task. The details are in your client folder.`,
    notice: `New assignment: ${title}`,
    about: 'assignments',
    part: 'documents',
  })

export const assignmentCompleted = (folder: ClientFolder, title: string): Email | null =>
  newsEmail(folder, 'team', {
    subject: `${firm} portal: a client completed an assignment`,
    line: 'A client completed an assignment.',
    notice: `Assignment completed: ${title}`,
    about: 'assignments',
  })
