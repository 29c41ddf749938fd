// The options for the typed text: commands and results, or recent items before anything is typed.
import type { Role } from '../../domain/actor.ts'
import type { SearchItem, SearchKind, SearchResult } from '../../domain/search.ts'
import { wordsOf } from '../../domain/search.ts'
import { Plus } from 'lucide-react'
import { type Command, commandsCalled, creationsFor } from './commands.ts'
import { kindWords } from './places.ts'

export type Option =
  | { id: string; what: 'command'; command: Command }
  | { id: string; what: 'found'; kind: SearchKind; item: SearchItem }

export interface OptionGroup {
  label: string
  options: Option[]
}

/** "Create invoice for Acme": the noun and a search for its client folder. */
const creationFor = /^(?:create|new)\s+(invoice|proposal)\s+(?:for\s+)?(\S.*)$/i

/** What to search for: with a creation typed before it, the client folder alone. */
export const searchedFor = (q: string): string => creationFor.exec(q.trim())?.[2] ?? q

/** The creation for each client folder that was found. */
function creationsForFolders(q: string, role: Role, found: SearchResult | undefined): Command[] {
  const [, noun] = creationFor.exec(q.trim()) ?? []
  const creation = creationsFor(role).find(({ label }) => label === `Create ${noun?.toLowerCase()}`)
  const folders = found?.groups.find(({ kind }) => kind === 'client-folders')?.items ?? []
  if (creation === undefined) return []
  return folders.slice(0, 5).map(({ id, title }) => ({
    label: `${creation.label} for ${title}`,
    icon: Plus,
    act: { ...creation.place, search: { create: 'true', folder: id } },
  }))
}

interface EndpointInput {
  q: string
  role: Role
  commands: readonly Command[]
  found: SearchResult | undefined
  recent: readonly string[]
}

export function optionsFor({ q, role, commands, found, recent }: EndpointInput): OptionGroup[] {
  const words = wordsOf(q)
  const all = (found?.groups ?? []).map(({ kind, items }) => ({
    label: kindWords[kind].label,
    options: items.map((item) => asOption(kind, item)),
  }))
  if (words.length > 0)
    return filled([
      {
        label: 'Commands',
        options: [...creationsForFolders(q, role, found), ...commandsCalled(commands, words)].map(asCommand),
      },
      ...all,
    ])
  const order = (option: Option) => recent.indexOf(option.id)
  const lately = all.flatMap(({ options }) => options).toSorted((a, b) => order(a) - order(b))
  return filled([
    { label: 'Recent', options: lately },
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
