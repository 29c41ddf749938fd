import type { Notification } from '../../domain/notification.ts'

export interface NotificationGroup {
  /** The latest one. */
  notice: Notification
  /** Of all, the latest first. */
  ids: string[]
}

/** Combines notifications that say the same about the same folder: ten messages of one conversation are one row. */
export function groupNotifications(notices: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const notice of notices) {
    const { kind, subject, actorName, clientFolderId, path, isRead } = notice
    const key = JSON.stringify([kind, subject, actorName, clientFolderId, path, isRead])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { notice, ids: [notice.id] })
    else group.ids.push(notice.id)
  }
  return [...groups.values()]
}
