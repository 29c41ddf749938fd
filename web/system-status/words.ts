import type { CheckResult, StatusCheck } from '../../domain/system-status.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const checkTitles: Record<StatusCheck['name'], string> = {
  database: 'Database',
  files: 'Files',
  disk: 'Disk',
  mail: 'Email',
  jobs: 'Background jobs',
  'audit-log': 'Audit log',
  backup: 'Backup',
  seal: 'Seal',
  'master-key': 'Master key',
  proxy: 'Proxy',
}

/** Where one can see more, or do something about it. */
export const checkPlaces: Partial<Record<StatusCheck['name'], { to: '/outbox' | '/audit'; label: string }>> = {
  mail: { to: '/outbox', label: 'Open the email log' },
  'audit-log': { to: '/audit', label: 'Open the audit log' },
}

export const resultWords: Record<CheckResult, { badge: string; tone: Tone; heading: string }> = {
  ok: { badge: 'OK', tone: 'ok', heading: 'All systems normal' },
  warning: { badge: 'Warning', tone: 'warn', heading: 'Needs attention' },
  error: { badge: 'Error', tone: 'danger', heading: 'Something isn’t working' },
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Check the health of the portal. Updates every 30 seconds.',
}
