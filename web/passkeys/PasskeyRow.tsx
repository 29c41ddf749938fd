import type { PasskeyView } from '../../domain/passkey.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate, formatDateTime } from '../kit/dates.ts'
import { Row } from '../kit/RowList.tsx'

export function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { name, isSynced, createdAt, usedAt } = passkey
  return (
    <Row
      title={name}
      aside={isSynced && 'on several devices'}
      meta={`Added ${formatDate(createdAt)} · ${usedAt === null ? 'not used yet' : `last used ${formatDateTime(usedAt)}`}`}
      action={
        <Button size="small" onClick={onRemove} aria-label={`Remove the passkey ${name}`}>
          Remove
        </Button>
      }
    />
  )
}
