import type { CheckResult, StatusCheck } from '../../domain/system-status.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const checkTitles: Record<StatusCheck['name'], string> = {
  database: 'Database',
  files: 'Files',
  disk: 'Disk',
  mail: 'Email',
  jobs: 'Background jobs',
  trail: 'Audit log',
  backup: 'Backup',
  seal: 'Seal',
  'master-key': 'Master key',
  proxy: 'Proxy',
}

/** Where one can see more, or do something about it. */
export const checkPlaces: Partial<Record<StatusCheck['name'], { to: '/outbox' | '/audit'; label: string }>> = {
  mail: { to: '/outbox', label: 'Open the email log' },
  trail: { to: '/audit', label: 'Open the audit log' },
}

export const standingWords: Record<CheckResult, { badge: string; tone: Tone; heading: string }> = {
  good: { badge: 'OK', tone: 'ok', heading: 'All systems normal' },
  look: { badge: 'Warning', tone: 'warn', heading: 'Needs attention' },
  broken: { badge: 'Error', tone: 'danger', heading: 'Something isn’t working' },
}
