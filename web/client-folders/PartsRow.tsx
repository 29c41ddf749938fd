import type { ComponentProps } from 'react'
import { ScrollRow } from '../kit/ScrollRow.tsx'
import { useChosenInView } from '../kit/use-chosen-in-view.ts'
import { Count } from './FolderCounts.tsx'

type PartsRowProps = {
  /** The accessible name. */
  label: string
  parts: readonly { part: string; label: string }[]
  shown: string
  counts: ComponentProps<typeof Count>['of']
  onChange: (part: string) => void
}

/** The parts of a folder's tab, in one line that scrolls sideways where it does not fit. */
export function PartsRow({ label, parts, shown, counts, onChange }: PartsRowProps) {
  const row = useChosenInView('[aria-current=true]', shown)
  return (
    <div className="border-b border-line px-2 pt-1 sm:px-3">
      <ScrollRow ref={row} ground="bg-surface">
        <nav aria-label={label} className="flex w-max gap-x-1">
          {parts.map((each) => (
            <button
              key={each.part}
              type="button"
              aria-current={each.part === shown}
              onClick={() => onChange(each.part)}
              className="min-h-9 rounded-t-md border-b-2 border-transparent px-2 text-body whitespace-nowrap text-ink-2 -outline-offset-2 hover:bg-hover aria-[current=true]:border-tab aria-[current=true]:font-semibold aria-[current=true]:text-ink coarse:min-h-11"
            >
              {each.label}
              <Count of={counts} part={each.part} />
            </button>
          ))}
        </nav>
      </ScrollRow>
    </div>
  )
}
