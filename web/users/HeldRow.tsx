import { useState } from 'react'
import type { AssignedItem } from '../../domain/transfer-work.ts'
import type { StaffMember } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { nameOf } from '../staff/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'

type HeldRowProps = { item: AssignedItem; to: StaffMember | null; onChoose: (person: StaffMember | null) => void }

/** One item to transfer: to the same user as the rest unless another is chosen. */
export function HeldRow({ item, to, onChoose }: HeldRowProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="text-body break-words text-ink">{item.name}</p>
          <p className="text-meta text-ink-3">
            {item.type === 'client-folders' ? 'Client folder' : 'Service request'}
            {to !== null && ` · transfers to ${nameOf(to)}`}
          </p>
        </div>
        <Button
          size="small"
          variant="ghost"
          aria-label={`${choosing ? 'Same as the rest' : 'Someone else'}: ${item.name}`}
          onClick={() => {
            setChoosing(!choosing)
            if (choosing) onChoose(null)
          }}
        >
          {choosing ? 'Same as the rest' : 'Someone else'}
        </Button>
      </div>
      {choosing && (
        <div className="mt-2">
          <StaffPicker
            label={`Transfer ${item.name} to`}
            value={to?.id ?? null}
            valueName={to === null ? null : nameOf(to)}
            onChoose={onChoose}
          />
        </div>
      )}
    </li>
  )
}
