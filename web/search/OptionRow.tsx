import type { ReactNode } from 'react'
import { classes } from '../kit/classes.ts'
import { Badge, statusTone, statusWords } from '../kit/StatusBadge.tsx'
import type { Option } from './options.ts'
import { kindWords } from './places.ts'

type OptionRowProps = {
  option: Option
  /** Of the element that the field names as the active one. */
  id: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

export function OptionRow({ option, id, isActive, onPoint, onChoose }: OptionRowProps) {
  return (
    // The keyboard drives the list through the field above it (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // Before the field loses its focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
      className={classes(
        'flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 coarse:min-h-12',
        isActive && 'edge-forced bg-mist-2',
      )}
    >
      {option.what === 'command' ? <CommandWords option={option} /> : <FoundWords option={option} />}
    </div>
  )
}

function CommandWords({ option: { command } }: { option: Extract<Option, { what: 'command' }> }) {
  const { icon: Icon, label, keys } = command
  return (
    <Words icon={<Icon />} title={label}>
      {keys !== undefined && <kbd className="shrink-0 font-sans text-micro text-ink-3 coarse:hidden">{keys}</kbd>}
    </Words>
  )
}

function FoundWords({ option: { kind, item } }: { option: Extract<Option, { what: 'found' }> }) {
  const { icon: Icon, status } = kindWords[kind]
  return (
    <Words icon={<Icon />} title={item.title} detail={item.detail === item.title ? null : item.detail}>
      {status !== null && item.status !== null && (
        <Badge tone={statusTone(status, item.status)} className="shrink-0">
          {statusWords(item.status)}
        </Badge>
      )}
    </Words>
  )
}

type WordsProps = { icon: ReactNode; title: string; detail?: string | null; children?: ReactNode }

function Words({ icon, title, detail = null, children }: WordsProps) {
  return (
    <>
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="min-w-0 flex-1">
        {/* What is cut off is the end of a name, also of one that is read from right to left. */}
        <span dir="auto" className="block truncate text-left text-body text-ink">
          {title}
        </span>
        {detail !== null && <span className="block truncate text-meta text-ink-3">{detail}</span>}
      </span>
      {children}
    </>
  )
}
