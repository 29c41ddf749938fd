import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { isClient } from '../../domain/actor.ts'
import { partsOf, type SearchKind } from '../../domain/search.ts'
import { agreementLabel } from '../agreements/status-labels.ts'
import { Badge, statusTone, statusWords } from '../kit/StatusBadge.tsx'
import { useUser } from '../session/use-auth.ts'
import type { Option } from './options.ts'
import { kindWords } from './places.ts'

type OptionRowProps = {
  option: Option
  /** The search terms, to be highlighted in excerpts. */
  words: readonly string[]
  onChoose: () => void
}

export function OptionRow({ option, words, onChoose }: OptionRowProps) {
  return (
    <Command.Item
      value={option.id}
      onSelect={onChoose}
      className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 aria-selected:bg-mist-2 forced-colors:aria-selected:outline-2 coarse:min-h-12"
    >
      {option.what === 'command' ? <CommandWords option={option} /> : <FoundWords option={option} words={words} />}
    </Command.Item>
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

/** Their details are excerpts. */
const texts: ReadonlySet<SearchKind> = new Set(['document-texts', 'messages', 'assignment-comments', 'staff-notes'])

type FoundWordsProps = { option: Extract<Option, { what: 'found' }>; words: readonly string[] }

function FoundWords({ option: { kind, item }, words }: FoundWordsProps) {
  const { icon: Icon, status } = kindWords[kind]
  const readsAsClient = isClient(useUser())
  return (
    <Words
      icon={<Icon />}
      title={item.title}
      detail={item.detail === item.title ? null : item.detail}
      marked={texts.has(kind) ? words : undefined}
    >
      {status !== null && item.status !== null && (
        <Badge tone={statusTone(status, item.status)} className="shrink-0">
          {agreementLabel(status, item.status, readsAsClient) ?? statusWords(item.status)}
        </Badge>
      )}
    </Words>
  )
}

type WordsProps = {
  icon: ReactNode
  title: string
  detail?: string | null
  /** The detail is an excerpt of a text, on up to two lines, in which these words are marked. */
  marked?: readonly string[] | undefined
  children?: ReactNode
}

function Words({ icon, title, detail = null, marked, children }: WordsProps) {
  return (
    <>
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="min-w-0 flex-1">
        {/* Truncate at the end of the name, also in right-to-left names. */}
        <span dir="auto" className="block truncate text-left text-body text-ink">
          {title}
        </span>
        {detail !== null && marked === undefined && (
          <span className="block truncate text-meta text-ink-3">{detail}</span>
        )}
        {detail !== null && marked !== undefined && <Excerpt text={detail} words={marked} />}
      </span>
      {children}
    </>
  )
}

function Excerpt({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <span dir="auto" className="line-clamp-2 text-left text-meta wrap-anywhere text-ink-3">
      {partsOf(text, words).map((part, index) =>
        part.isMatch ? (
          // The parts of a text have no other key.
          <mark key={index} className="rounded-dot bg-warn-soft font-medium text-ink">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </span>
  )
}
