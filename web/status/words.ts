import type { Standing, StatusCheck } from '../../domain/status.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const checkTitles: Record<StatusCheck['name'], string> = {
  database: 'Database',
  files: 'Files',
  disk: 'Disk',
  mail: 'Mail',
  jobs: 'Work in the background',
  trail: 'Audit trail',
  backup: 'Back-up',
  seal: 'Seal',
  'master-key': 'Master key',
  proxy: 'Proxy',
}

/** Where one can see more, or do something about it. */
export const checkPlaces: Partial<Record<StatusCheck['name'], { to: '/outbox' | '/audit'; label: string }>> = {
  mail: { to: '/outbox', label: 'Open the outbox' },
  trail: { to: '/audit', label: 'Open the audit trail' },
}

export const standingWords: Record<Standing, { badge: string; tone: Tone; heading: string }> = {
  good: { badge: 'Good', tone: 'ok', heading: 'All is well' },
  look: { badge: 'Look at this', tone: 'warn', heading: 'Something wants a look' },
  broken: { badge: 'Broken', tone: 'danger', heading: 'Something is broken' },
}
