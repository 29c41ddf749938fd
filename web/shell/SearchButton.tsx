import { Search } from 'lucide-react'
import { preloadSearch } from './Overlays.tsx'
import { searchField } from './look.ts'
import { showOverlay } from './overlays.ts'
import { commandKey } from './shortcuts.ts'

/** Opens the search: a field in the rail, an icon on phones. */
export function SearchButton({ look }: { look: 'field' | 'glass' }) {
  const act = { onClick: () => showOverlay('search'), onPointerEnter: preloadSearch, onFocus: preloadSearch }
  const glass = <Search size={look === 'field' ? 16 : 20} className="shrink-0" />
  if (look === 'glass')
    return (
      <button
        type="button"
        {...act}
        aria-label="Search"
        aria-haspopup="dialog"
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-mist-2 hover:text-ink"
      >
        {glass}
      </button>
    )
  return (
    <button type="button" {...act} aria-haspopup="dialog" className={searchField}>
      {glass}
      <span className="flex-1">Search</span>
      <kbd aria-hidden="true" className="font-sans text-micro whitespace-nowrap coarse:hidden">
        {commandKey} K
      </kbd>
    </button>
  )
}
