import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'warn' | 'info' | 'ok' | 'danger' | 'neutral'

const tones: Record<Tone, string> = {
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  ok: 'bg-ok-soft text-ok',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-mist-2 text-ink-2',
}

/** A word on a soft ground. Never color alone. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'edge-forced inline-block max-w-full truncate rounded-sm px-2 py-0.5 align-middle text-micro leading-[18px] font-semibold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

const statusTones = {
  request: { pending: 'warn', 'in-progress': 'info', completed: 'ok', cancelled: 'neutral' },
  assignment: { pending: 'warn', 'in-progress': 'info', completed: 'ok', cancelled: 'neutral' },
  task: { 'to-do': 'neutral', 'in-progress': 'info', done: 'ok' },
  folder: { active: 'ok' },
  proposal: { draft: 'neutral', sent: 'info', approved: 'ok' },
  contract: { draft: 'warn', active: 'ok', completed: 'info' },
  invoice: { draft: 'neutral', void: 'neutral', sent: 'info', paid: 'ok', overdue: 'danger' },
  'document-request': { pending: 'warn', submitted: 'info', completed: 'ok', cancelled: 'neutral' },
  report: { draft: 'neutral', shared: 'ok' },
  role: { 'master-admin': 'danger', admin: 'info', staff: 'ok', client: 'neutral' },
  user: { active: 'ok', inactive: 'neutral' },
} satisfies Record<string, Record<string, Tone>>

export type StatusKind = keyof typeof statusTones

/** What a kind's statuses have that the table does not name. */
const otherTone: Record<StatusKind, Tone> = {
  request: 'neutral',
  assignment: 'neutral',
  task: 'neutral',
  folder: 'info',
  proposal: 'danger',
  contract: 'danger',
  invoice: 'neutral',
  'document-request': 'neutral',
  report: 'neutral',
  role: 'neutral',
  user: 'neutral',
}

export function statusTone(kind: StatusKind, status: string): Tone {
  const known: Record<string, Tone> = statusTones[kind]
  return known[status] ?? otherTone[kind]
}

/** "in-progress" is shown as "In progress". */
export const statusWords = (status: string) =>
  status === 'to-do' ? 'To do' : status.charAt(0).toUpperCase() + status.slice(1).replaceAll('-', ' ')

/** The status of a thing, in the color its kind gives it. */
export function StatusBadge({ kind, status, label }: { kind: StatusKind; status: string; label?: string }) {
  return <Badge tone={statusTone(kind, status)}>{label ?? statusWords(status)}</Badge>
}
