import { type Actor, nameOf } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { isFromClient } from '../../domain/message.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm, type Recipient } from '../kit/record.ts'

export function messageArrived(folder: ClientFolder, sender: Actor): Email | null {
  const fromClient = isFromClient(sender)
  const name = nameOf(sender)
  return newsEmail(folder, fromClient ? 'team' : 'client', {
    subject: fromClient ? `${firm} portal: a client sent you a message` : `You have a new message from ${firm}`,
    line: fromClient ? 'A client sent you a message.' : `${senderName(sender)} sent you a message.`,
    notice: name === null ? 'New message' : `New message from ${name}`,
    about: 'messages',
    part: 'messages',
    quietMinutes: 2,
  })
}

/** To the consultant of the folder and those who cover for them, or to administrators. @param hours since the message */
export const replyAwaited = (
  [to, ...alsoTo]: readonly Recipient[],
  folder: ClientFolder,
  hours: number,
): Email | null =>
  to === undefined
    ? null
    : {
        to,
        alsoTo,
        subject: `${firm} portal: a client’s message needs a reply`,
        lines: [`A client’s message has had no reply for ${hours} hours. Reply to it, or mark it as needing no reply.`],
        notice: `Reply to ${folder.name}: no reply for ${hours} hours`,
        link: { label: 'Open messages', path: `/client-folders/${folder.id}?tab=messages#messages` },
        about: 'messages-due',
        clientFolderId: folder.id,
      }
