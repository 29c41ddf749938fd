import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wordsOf } from '../../domain/search.ts'
import { sentenceOf } from '../kit/call.ts'
import { chosenTheme } from '../kit/theme.ts'
import { useTheme } from '../kit/use-theme.ts'
import { useUser } from '../session/use-auth.ts'
import { showOverlay } from '../shell/overlays.ts'
import { type Command as PortalCommand, commandsFor } from './commands.ts'
import { OptionRow } from './OptionRow.tsx'
import { type Option, optionsFor, searchedFor } from './options.ts'
import { placeOf } from './places.ts'
import { searchResults, recentResults } from './queries.ts'
import { recentOf, remember } from './recent.ts'
import { texts } from './words.ts'

const pauseMs = 120

/** Searches everything by a few characters (arrow keys, Enter, Esc). On phones it fills the screen. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { id: userId, role } = useUser()
  const navigate = useNavigate()
  const [, chooseTheme] = useTheme()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState('')
  /** Enter was pressed before the results for the typed text arrived. */
  const [hurries, setHurries] = useState(false)
  const [recent] = useState(() => recentOf(userId))
  const [commands] = useState(() => commandsFor(role))
  const opener = useRef(document.activeElement)
  const q = wordsOf(typed).join(' ').slice(0, 200)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(q), pauseMs)
    return () => clearTimeout(timer)
  }, [q])
  const answer = useQuery(searchResults(searchedFor(searched)))
  const lately = useQuery(recentResults(recent))
  const isSettled = q === searched && !answer.isPlaceholderData && !(q !== '' && answer.isFetching)
  const groups = optionsFor({ q, role, commands, found: q === '' ? lately.data : answer.data, recent })
  const words = wordsOf(searchedFor(q))
  const options = groups.flatMap((group) => group.options)
  const current = options.find(({ id }) => id === active) ?? options[0]

  /** The displayed results may belong to an earlier search; commands never do. */
  function choose(option: Option) {
    if (isSettled || option.what === 'command') open(option)
    else setHurries(true)
  }
  function open(option: Option | undefined) {
    if (option === undefined) return
    onClose()
    if (option.what === 'command') return run(option.command)
    // A document is recent by its name, whatever it was found by.
    remember(userId, option.kind === 'document-texts' ? 'documents' : option.kind, option.item)
    void navigate(placeOf(option.kind, option.item, role))
  }
  function run({ act }: PortalCommand) {
    if (act === 'show-keys') showOverlay('keys')
    else if (act === 'record-time') showOverlay('time')
    else if (act === 'log-out') location.assign('/api/logout')
    else if (act === 'switch-theme') chooseTheme(isDark() ? 'light' : 'dark')
    else void navigate(act)
  }
  const openFirst = useEffectEvent(() => open(options[0]))
  useEffect(() => {
    if (hurries && isSettled) openFirst()
  }, [hurries, isSettled])

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
          }}
          className="fixed inset-0 z-50 flex animate-rise flex-col border-line bg-surface text-ink shadow-lift outline-none sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[min(560px,76vh)] sm:max-w-[640px] sm:rounded-xl sm:border"
        >
          <Radix.Title className="sr-only">Search</Radix.Title>
          <Command
            label="Search clients, documents, messages, pages, and commands"
            shouldFilter={false}
            loop
            value={current?.id ?? ''}
            onValueChange={setActive}
            className="flex min-h-0 flex-1 flex-col outline-none"
          >
            <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
              <Search size={18} className="shrink-0 text-ink-3" />
              <Command.Input
                autoCapitalize="off"
                placeholder="Name, number, text, or page"
                enterKeyHint="go"
                maxLength={200}
                value={typed}
                onValueChange={(value) => {
                  setTyped(value)
                  setActive('')
                  setHurries(false)
                }}
                className="h-14 min-w-0 flex-1 bg-transparent text-field text-ink outline-none placeholder:text-ink-3"
              />
              <Radix.Close
                aria-label="Close"
                className="grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink coarse:size-11"
              >
                <X size={18} />
              </Radix.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <Command.List label="Results" className="p-2">
                {groups.map(({ label, options: its }) => (
                  <Command.Group
                    key={label}
                    heading={<span className="block px-3 pt-1.5 pb-1 text-micro text-ink-3">{label}</span>}
                    className="pb-1.5 last:pb-0"
                  >
                    {its.map((option) => (
                      <OptionRow key={option.id} option={option} words={words} onChoose={() => choose(option)} />
                    ))}
                  </Command.Group>
                ))}
              </Command.List>
              <Outcome {...{ q, isSettled }} count={options.length} error={q === '' ? null : answer.error} />
            </div>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const isDark = () =>
  chosenTheme() === 'dark' || (chosenTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)

type OutcomeProps = { q: string; isSettled: boolean; count: number; error: unknown }

/** The outcome, visually and for screen readers. */
function Outcome({ q, isSettled, count, error }: OutcomeProps) {
  const hasFailed = error !== null && isSettled
  const words = hasFailed
    ? sentenceOf(error, 'Search failed. Try again.')
    : isSettled && q !== '' && count === 0
      ? texts.noResults
      : ''
  return (
    <>
      {words !== '' && (
        <p className={`px-5 pb-5 text-body ${hasFailed ? 'text-danger' : 'pt-3 text-ink-2'}`}>{words}</p>
      )}
      <p role="status" className="sr-only">
        {words !== '' ? words : isSettled && q !== '' ? `${count} found` : ''}
      </p>
    </>
  )
}
