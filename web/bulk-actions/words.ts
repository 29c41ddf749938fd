import type { BulkAction, BulkItemStatus, BulkKind } from '../../domain/bulk-action.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

/** "1 client", "4,812 clients" */
export const clientsInWords = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'client' : 'clients'}`

interface KindWords {
  /** In lists. */
  noun: string
  /** On buttons and in menus. */
  act: string
  /** In the lists of what belongs to clients. */
  toClients: string
  /** The question of the dialog. @param clients "12 clients" */
  title: (clients: string) => string
  submit: string
  submitting: string
}

export const kindWords: Record<BulkKind, KindWords> = {
  message: {
    noun: 'Message',
    act: 'Send message',
    toClients: 'Message the clients',
    title: (clients) => `Send a message to ${clients}`,
    submit: 'Send message',
    submitting: 'Sending...',
  },
  'document-request': {
    noun: 'Document request',
    act: 'Request document',
    toClients: 'Request a document from the clients',
    title: (clients) => `Request a document from ${clients}`,
    submit: 'Request document',
    submitting: 'Requesting...',
  },
  document: {
    noun: 'Document',
    act: 'Send document',
    toClients: 'Send a document to the clients',
    title: (clients) => `Send a document to ${clients}`,
    submit: 'Send document',
    submitting: 'Sending...',
  },
  assignment: {
    noun: 'Assignment',
    act: 'Create assignment',
    toClients: 'Create an assignment for the clients',
    title: (clients) => `Create an assignment for ${clients}`,
    submit: 'Create assignment',
    submitting: 'Creating...',
  },
  'policy-acknowledgment': {
    noun: 'Policy acknowledgment',
    act: 'Request acknowledgment',
    toClients: 'Request the clients’ acknowledgment',
    title: (clients) => `Request a policy acknowledgment from ${clients}`,
    submit: 'Request acknowledgment',
    submitting: 'Requesting...',
  },
  'law-update': {
    noun: 'Law update',
    act: 'Send law update',
    toClients: 'Send the clients a law update',
    title: (clients) => `Send a law update to ${clients}`,
    submit: 'Send law update',
    submitting: 'Sending...',
  },
  invitation: {
    noun: 'Invitation',
    act: 'Invite',
    toClients: 'Invite the clients',
    title: (clients) => `Invite ${clients} to the portal`,
    submit: 'Send invitations',
    submitting: 'Sending...',
  },
}

export const statusWords: Record<BulkAction['status'], { words: string; tone: Tone }> = {
  running: { words: 'In progress', tone: 'info' },
  stopped: { words: 'Stopped', tone: 'warn' },
  finished: { words: 'Finished', tone: 'ok' },
}

export const itemStatusWords: Record<BulkItemStatus, { words: string; tone: Tone }> = {
  pending: { words: 'Pending', tone: 'neutral' },
  done: { words: 'Done', tone: 'ok' },
  skipped: { words: 'Skipped', tone: 'warn' },
  failed: { words: 'Failed', tone: 'danger' },
}

export const totalOf = ({ pending, done, skipped, failed }: BulkAction['counts']) => pending + done + skipped + failed

/** "12 of 4,812 done, 3 skipped, 1 failed" */
export function progressWords(counts: BulkAction['counts']): string {
  const number = (count: number) => count.toLocaleString('en-US')
  return [
    `${number(counts.done)} of ${number(totalOf(counts))} done`,
    ...(counts.skipped > 0 ? [`${number(counts.skipped)} skipped`] : []),
    ...(counts.failed > 0 ? [`${number(counts.failed)} failed`] : []),
  ].join(', ')
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  each: 'Each client gets this in their own folder.',
  signed: 'Each client signs their own copy. Clients can’t sign a PDF with scripts, forms, or attachments.',
  invited:
    'Clients and contacts who haven’t set up their account get a new link by email. Earlier links stop working. Everyone else is skipped.',
  none: 'No clients match. Archived folders aren’t included.',
  tooMany: (limit: string) => `A bulk action can include at most ${limit}. Narrow the filters.`,
  hidden: (clients: string) => `Includes ${clients} you can no longer see.`,
  stopped: (clients: string) => `${clients} won’t receive it. You can’t recall what was already sent.`,
}
