import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { wordsOf } from '../../domain/search.ts'
import { sentenceOf } from '../kit/call.ts'
import { chosenTheme } from '../kit/theme.ts'
import { useTheme } from '../kit/use-theme.ts'
import { useUser } from '../session/use-auth.ts'
import { showOverlay } from '../shell/overlays.ts'
import { type Command, commandsFor } from './commands.ts'
import { OptionRow } from './OptionRow.tsx'
import { type Option, optionsFor } from './options.ts'
import { placeOf } from './places.ts'
import { found, foundLately } from './queries.ts'
import { recentOf, remember } from './recent.ts'

const pauseMs = 120

/** Finds anything by a few letters (WAI-ARIA combobox): arrows, Enter, Esc; on phones it fills the screen. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const { id: userId, role } = useUser()
  const navigate = useNavigate()
  const [, chooseTheme] = useTheme()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  /** Enter was pressed before the answer to what is typed was there. */
  const [hurries, setHurries] = useState(false)
  const [recent] = useState(() => recentOf(userId))
  const [commands] = useState(() => commandsFor(role))
  const opener = useRef(document.activeElement)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const q = wordsOf(typed).join(' ').slice(0, 200)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), pauseMs)
    return () => clearTimeout(timer)
  }, [q])
  const answer = useQuery(found(asked))
  const lately = useQuery(foundLately(recent))
  const isSettled = q === asked && !answer.isPlaceholderData && !(q !== '' && answer.isFetching)
  const groups = optionsFor({ q, role, commands, found: q === '' ? lately.data : answer.data, recent })
  const options = groups.flatMap((group) => group.options)
  const at = Math.min(active, options.length - 1)
  const optionId = (option: Option) => `${listId}-${option.id.replaceAll(/[^\w-]/g, '_')}`

  function choose(option: Option | undefined) {
    if (option === undefined) return
    onClose()
    if (option.what === 'command') return run(option.command)
    remember(userId, option.kind, option.item)
    void navigate(placeOf(option.kind, option.item, role))
  }
  function run({ act }: Command) {
    if (act === 'show-keys') showOverlay('keys')
    else if (act === 'log-out') location.assign('/api/logout')
    else if (act === 'switch-theme') chooseTheme(isDark() ? 'light' : 'dark')
    else void navigate(act)
  }
  const chooseAtLast = useEffectEvent(() => choose(options[at]))
  useEffect(() => {
    if (hurries && isSettled) chooseAtLast()
  }, [hurries, isSettled])

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      const next = (at + step + options.length) % options.length
      setActive(next)
      const option = options[next]
      if (option !== undefined) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // What stands there may still be the answer to other words; a command never is.
      if (isSettled || options[at]?.what === 'command') choose(options[at])
      else setHurries(true)
    }
  }

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
          className="fixed inset-0 z-50 flex animate-rise flex-col bg-surface text-ink shadow-lift outline-none sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[min(560px,76vh)] sm:max-w-[640px] border-line sm:rounded-xl sm:border"
        >
          <Radix.Title className="sr-only">Find</Radix.Title>
          <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
            <Search size={18} className="shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label="Find clients, papers, pages and commands"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={options[at] && optionId(options[at])}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="A name, a number, a page"
              enterKeyHint="go"
              maxLength={200}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setActive(0)
                setHurries(false)
                list.current?.scrollTo(0, 0)
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-field text-ink outline-none placeholder:text-ink-3"
            />
            <Radix.Close
              aria-label="Close"
              className="grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink coarse:size-11"
            >
              <X size={18} />
            </Radix.Close>
          </div>
          <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <div id={listId} role="listbox" aria-label="Found" className="p-2">
              {groups.map(({ label, options: its }) => (
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                <div key={label} role="group" aria-label={label} className="pb-1.5 last:pb-0">
                  <div aria-hidden="true" className="px-3 pt-1.5 pb-1 text-micro text-ink-3">
                    {label}
                  </div>
                  {its.map((option) => (
                    <OptionRow
                      key={option.id}
                      id={optionId(option)}
                      option={option}
                      isActive={option === options[at]}
                      onPoint={() => setActive(options.indexOf(option))}
                      onChoose={() => choose(option)}
                    />
                  ))}
                </div>
              ))}
            </div>
            <Outcome {...{ q, isSettled }} count={options.length} error={q === '' ? null : answer.error} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const isDark = () =>
  chosenTheme() === 'dark' || (chosenTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)

type OutcomeProps = { q: string; isSettled: boolean; count: number; error: unknown }

/** How it went, for those who see and those who hear. */
function Outcome({ q, isSettled, count, error }: OutcomeProps) {
  const hasFailed = error !== null && isSettled
  const words = hasFailed
    ? sentenceOf(error, 'The search failed. Type on to try it again.')
    : isSettled && q !== '' && count === 0
      ? 'Nothing is called that. Try a part of a name or a number.'
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
