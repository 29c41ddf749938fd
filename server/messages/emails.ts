import { type Actor, nameOf } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { isFromClient } from '../../domain/message.ts'
import { senderName, newsEmail } from '../client-folders/emails.ts'
import { type Email, firm } from '../kit/record.ts'

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
