import { EmailChoices, EmailChoicesInput, Notice, NoticeFigures, NoticesRead } from '../domain/notice.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listNotices = list({
  path: '/api/notices',
  who: 'signed-in',
  summary:
    'What happened that concerns the caller, newest first, of the last 90 days. What lies in a folder that they may no longer see is left out.',
  of: Notice,
})

export const readNoticeFigures = read({
  path: '/api/notices/figures',
  who: 'signed-in',
  summary: 'How many notices the caller has not read; counting ends at 100.',
  reply: NoticeFigures,
})

export const readNotice = change('PUT', {
  path: '/api/notices/:id/reading',
  who: 'signed-in',
  summary: 'Marks one notice of the caller as read and answers how many are left.',
  reply: NoticeFigures,
})

export const readNotices = change('PUT', {
  path: '/api/notices/reading',
  who: 'signed-in',
  summary:
    'Marks notices of the caller as read: all, or those about a folder (`clientFolderId`), or of one kind. Answers how many are left.',
  body: NoticesRead,
  reply: NoticeFigures,
})

export const readEmailChoices = read({
  path: '/api/email-choices',
  who: 'signed-in',
  summary:
    'For each kind of notice whether the caller gets a letter: at once when they are away, once a day, or never. `isFixed`: always at once.',
  reply: EmailChoices,
})

export const changeEmailChoices = change('PUT', {
  path: '/api/email-choices',
  who: 'signed-in',
  summary:
    'Chooses letters by kind; what is left out stays. 400 for a kind that is always at once: what a client signs, and their account.',
  body: EmailChoicesInput,
  reply: EmailChoices,
})
