import { Letter } from '../../domain/letter.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export type LetterStatus = Letter['status']

export const letterStatuses = Letter.shape.status.options

export const statusNames: Record<LetterStatus, string> = {
  kept: 'Kept here',
  queued: 'On its way',
  sent: 'Sent',
  failed: 'Not delivered',
}

export const statusTones: Record<LetterStatus, Tone> = { kept: 'neutral', queued: 'info', sent: 'ok', failed: 'danger' }
