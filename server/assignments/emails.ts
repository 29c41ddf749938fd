import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { titlesInShort } from '../document-requests/emails.ts'
import { type Email, firm } from '../kit/record.ts'

export const assignmentsCreated = (folder: ClientFolder, titles: readonly string[], by: Actor): Email | null =>
  newsEmail(folder, 'client', {
    subject: titles.length === 1 ? `You have a new assignment from ${firm}` : `You have new assignments from ${firm}`,
    line: `${senderName(by)} assigned you ${titles.length === 1 ? 'a task' : 'tasks'}. The details are in your client folder.`,
    notice: `${titles.length === 1 ? 'New assignment' : 'New assignments'}: ${titlesInShort(titles)}`,
    about: 'assignments',
    part: 'documents',
  })

export const assignmentCompleted = (folder: ClientFolder, title: string): Email | null =>
  newsEmail(folder, 'team', {
    subject: `${firm} portal: a client completed an assignment`,
    line: 'A client completed an assignment.',
    notice: `Assignment completed: ${title}`,
    about: 'assignments',
    part: 'documents',
  })
