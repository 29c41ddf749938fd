import {
  EmailChoices,
  EmailChoicesInput,
  Notification,
  NotificationFigures,
  NotificationsRead,
} from '../domain/notification.ts'
import { change, list, read } from './kit/endpoint.ts'

export const listNotifications = list({
  path: '/api/notifications',
  who: 'signed-in',
  summary:
    "Lists the caller's notifications of the last 90 days, newest first. Those about a folder that the caller can no longer see are not included.",
  of: Notification,
})

export const readNotificationFigures = read({
  path: '/api/notifications/figures',
  who: 'signed-in',
  summary: 'Returns how many unread notifications the caller has, counted up to 100.',
  reply: NotificationFigures,
})

export const readNotification = change('PUT', {
  path: '/api/notifications/:id/reading',
  who: 'signed-in',
  summary: 'Marks one notification of the caller as read and returns how many are unread.',
  reply: NotificationFigures,
})

export const readNotifications = change('PUT', {
  path: '/api/notifications/reading',
  who: 'signed-in',
  summary:
    'Marks notifications of the caller as read: all, those with the given `ids`, those about a folder (`clientFolderId`), or those of one kind. Returns how many are unread.',
  body: NotificationsRead,
  reply: NotificationFigures,
})

export const readEmailChoices = read({
  path: '/api/email-choices',
  who: 'signed-in',
  summary:
    'Returns how the caller gets emails for each kind of notification: right away when offline, once a day, or never. `isFixed` ones are always sent right away.',
  reply: EmailChoices,
})

export const changeEmailChoices = change('PUT', {
  path: '/api/email-choices',
  who: 'signed-in',
  summary:
    'Updates the email settings by kind; omitted kinds do not change. 400 for a kind that is always sent right away: signatures and account security.',
  body: EmailChoicesInput,
  reply: EmailChoices,
})
