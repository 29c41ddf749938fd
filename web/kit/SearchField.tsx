import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { controlStyle } from './Field.tsx'

type SearchFieldProps = {
  /** The label: "Search users". */
  label: string
  value: string
  onChange: (words: string) => void
  className?: string
}

const pauseMs = 250

/** The search field of a list. Typing is shown immediately; the list is updated when typing pauses. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const report = useEffectEvent(onChange)
  const input = useRef<HTMLInputElement>(null)
  // The list has followed: from here on the field follows the list, so that "show all" empties it.
  if (typed !== null && typed === value) setTyped(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => report(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className={classes('relative min-w-0', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
      <input
        ref={input}
        type="search"
        placeholder={label}
        aria-label={label}
        value={typed ?? value}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        className={classes(controlStyle, 'h-9 pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {(typed ?? value) !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink"
        >
          <X />
        </button>
      )}
    </div>
  )
}
