import { type Actor, nameOf } from '../../domain/actor.ts'
import type { Assignment } from '../../domain/assignment.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { isFromClient } from '../../domain/message.ts'
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

/** To the other side, at most once in two minutes for each assignment. */
export function commentAdded(
  folder: ClientFolder,
  { id, title }: Pick<Assignment, 'id' | 'title'>,
  by: Actor,
): Email | null {
  const fromClient = isFromClient(by)
  const name = nameOf(by)
  const email = newsEmail(folder, fromClient ? 'team' : 'client', {
    subject: fromClient ? `${firm} portal: a client commented on an assignment` : `You have a new comment from ${firm}`,
    line: fromClient
      ? 'A client commented on an assignment.'
      : `${senderName(by)} commented on one of your assignments.`,
    notice: `New comment${name === null ? '' : ` from ${name}`}: ${title}`,
    about: `assignment-comments ${id}`,
    part: 'documents',
    quietMinutes: 2,
  })
  if (email === null) return null
  const page = fromClient ? `/client-folders/${folder.id}?` : `/?folder=${folder.id}&`
  return { ...email, link: { label: 'Open assignment', path: `${page}tab=assignments&assignment=${id}` } }
}

/** One email for all assignments of a folder whose reminder is due. */
export function assignmentsDue(folder: ClientFolder, titles: readonly string[], isLate: boolean): Email | null {
  const [are, assignments] = titles.length === 1 ? ['is', 'An assignment'] : ['are', 'Assignments']
  const email = newsEmail(folder, 'client', {
    subject: isLate
      ? `${firm}: ${assignments.toLowerCase()} ${are} past due`
      : `${firm}: ${assignments.toLowerCase()} ${are} due soon`,
    line: `${assignments} in your client folder ${are} ${isLate ? 'past due' : 'due soon'}. When you’re done, mark ${titles.length === 1 ? 'it' : 'them'} as complete.`,
    notice: `${isLate ? 'Past due' : 'Due soon'}: ${titlesInShort(titles)}`,
    about: 'assignments-due',
    part: 'documents',
  })
  return email === null ? null : { ...email, unlessViewed: false }
}
