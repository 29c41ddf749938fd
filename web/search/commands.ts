// Commands in the search: navigate, create, change the theme, sign out.
import type { LucideIcon } from 'lucide-react'
import { CircleUser, FileSearch, Keyboard, LogOut, Plus, SunMoon, Timer } from 'lucide-react'
import { createClientFolder } from '../../api/client-folders.ts'
import { createContract } from '../../api/contracts.ts'
import { createInvoice } from '../../api/invoices.ts'
import type { Who } from '../../api/kit/endpoint.ts'
import { createProposal } from '../../api/proposals.ts'
import { createServiceRate } from '../../api/service-rates.ts'
import { createTask } from '../../api/tasks.ts'
import { createTimeEntry } from '../../api/time-entries.ts'
import { createUser } from '../../api/users.ts'
import type { Role } from '../../domain/actor.ts'
import { navigationFor } from '../shell/navigation.ts'
import type { Place } from '../kit/link-target.ts'

export interface Command {
  label: string
  icon: LucideIcon
  /** The keyboard shortcut, shown in the option. */
  keys?: string
  act: Place | 'log-out' | 'switch-theme' | 'show-keys' | 'record-time'
}

interface Creation {
  endpoint: { who: Who }
  label: string
  place: Place
  /** Creates it after `c`. */
  letter?: string
}

const creations: readonly Creation[] = [
  {
    endpoint: createProposal,
    label: 'Create proposal',
    letter: 'p',
    place: { to: '/proposals', search: { create: 'true' } },
  },
  {
    endpoint: createContract,
    label: 'Create contract',
    letter: 'k',
    place: { to: '/contracts', search: { create: 'true' } },
  },
  {
    endpoint: createInvoice,
    label: 'Create invoice',
    letter: 'i',
    place: { to: '/invoices', search: { create: 'true' } },
  },
  { endpoint: createTask, label: 'Create task', letter: 't', place: { to: '/tasks', search: { create: 'true' } } },
  { endpoint: createClientFolder, label: 'Create client folder', place: { to: '/', search: { tab: 'create-client' } } },
  { endpoint: createUser, label: 'Create user', place: { to: '/user-management', search: { create: 'true' } } },
  {
    endpoint: createServiceRate,
    label: 'Add rate card',
    letter: 'r',
    place: { to: '/rate-cards', search: { create: 'true' } },
  },
]

const may = ({ who }: { who: Who }, role: Role) => typeof who === 'string' || who.includes(role)

export const creationsFor = (role: Role) => creations.filter(({ endpoint }) => may(endpoint, role))

/** In the order in which they are shown. */
export function commandsFor(role: Role): Command[] {
  const goTo = navigationFor(role)
    .flatMap(({ destinations }) => destinations)
    .map(({ to, label, icon, letter }) => ({
      label: `Go to ${label}`,
      icon,
      ...(letter === undefined ? {} : { keys: `g ${letter}` }),
      act: { to },
    }))
  const create = creationsFor(role).map(({ label, place, letter }) => ({
    label,
    icon: Plus,
    ...(letter === undefined ? {} : { keys: `c ${letter}` }),
    act: place,
  }))
  return [
    ...goTo,
    ...create,
    ...(may(createTimeEntry, role)
      ? [{ label: 'Record time', icon: Timer, keys: 't', act: 'record-time' as const }]
      : []),
    { label: 'Go to Account settings', icon: CircleUser, act: { to: '/account' } },
    { label: 'Verify a document', icon: FileSearch, act: { to: '/verify' } },
    { label: 'Switch theme', icon: SunMoon, act: 'switch-theme' },
    { label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', act: 'show-keys' },
    { label: 'Logout', icon: LogOut, act: 'log-out' },
  ]
}

const maxCommands = 5

/** Each word has to begin one of the command's own. */
export function commandsCalled(commands: readonly Command[], words: readonly string[]): Command[] {
  const begins = (label: string, word: string) => ` ${label.toLowerCase()}`.includes(` ${word.toLowerCase()}`)
  return commands.filter(({ label }) => words.every((word) => begins(label, word))).slice(0, maxCommands)
}
