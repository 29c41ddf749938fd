// What the search offers for what is typed: commands and finds, or, before anything is typed, what one opened lately.
import type { Role } from '../../domain/actor.ts'
import type { SearchItem, SearchKind, SearchResult } from '../../domain/search.ts'
import { wordsOf } from '../../domain/search.ts'
import { type Command, commandsCalled } from './commands.ts'
import { kindWords } from './places.ts'

export type Option =
  | { id: string; what: 'command'; command: Command }
  | { id: string; what: 'found'; kind: SearchKind; item: SearchItem }

export interface OptionGroup {
  label: string
  options: Option[]
}

interface Given {
  q: string
  role: Role
  commands: readonly Command[]
  found: SearchResult | undefined
  recent: readonly string[]
}

export function optionsFor({ q, commands, found, recent }: Given): OptionGroup[] {
  const words = wordsOf(q)
  const all = (found?.groups ?? []).map(({ kind, items }) => ({
    label: kindWords[kind].label,
    options: items.map((item) => asOption(kind, item)),
  }))
  if (words.length > 0)
    return filled([{ label: 'Commands', options: commandsCalled(commands, words).map(asCommand) }, ...all])
  const order = (option: Option) => recent.indexOf(option.id)
  const lately = all.flatMap(({ options }) => options).toSorted((a, b) => order(a) - order(b))
  return filled([
    { label: 'Opened lately', options: lately },
    { label: 'Commands', options: commands.map(asCommand) },
  ])
}

const filled = (groups: OptionGroup[]) => groups.filter(({ options }) => options.length > 0)
const asOption = (kind: SearchKind, item: SearchItem): Option => ({
  id: `${kind}:${item.id}`,
  what: 'found',
  kind,
  item,
})
const asCommand = (command: Command): Option => ({ id: `command:${command.label}`, what: 'command', command })
