import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from './IconButton.tsx'

type MoveButtonsProps = {
  about: string
  at: number
  count: number
  onSwap: (at: number, other: number) => void
  onRemove: (at: number) => void
}

/** Moves an item of a list up or down, or removes it. */
export function MoveButtons({ about, at, count, onSwap, onRemove }: MoveButtonsProps) {
  return (
    <div className="flex shrink-0">
      <IconButton label={`Move ${about} up`} disabled={at === 0} onClick={() => onSwap(at, at - 1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={`Move ${about} down`} disabled={at === count - 1} onClick={() => onSwap(at, at + 1)}>
        <ArrowDown />
      </IconButton>
      <IconButton label={`Remove ${about}`} onClick={() => onRemove(at)}>
        <Trash2 />
      </IconButton>
    </div>
  )
}
