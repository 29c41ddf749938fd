import { useState } from 'react'
import { Dialog } from '../kit/Dialog.tsx'
import { creationsFor } from '../search/commands.ts'
import { useUser } from '../session/use-auth.ts'
import { navigationFor } from './navigation.ts'
import { commandKey, shortcutsAreOn, switchShortcuts } from './shortcuts.ts'

/** Lists the keyboard shortcuts, and switches off those of a single letter. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { role } = useUser()
  const [isOn, setOn] = useState(shortcutsAreOn)
  const places = navigationFor(role)
    .flatMap(({ destinations }) => destinations)
    .flatMap(({ letter, label }) => (letter === undefined ? [] : [{ keys: ['g', letter], what: label }]))
  const creations = creationsFor(role).flatMap(({ letter, label }) =>
    letter === undefined ? [] : [{ keys: ['c', letter], what: label }],
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 sm:grid-cols-2">
        <Keys label="Go to" rows={places} />
        <div className="space-y-5">
          <Keys
            label="Anywhere"
            rows={[
              { keys: [commandKey, 'K'], what: 'Search' },
              { keys: ['?'], what: 'Show keyboard shortcuts' },
              ...(role === 'client' ? [] : [{ keys: ['t'], what: 'Record time, or stop the timer' }]),
              { keys: ['Esc'], what: 'Close' },
            ]}
          />
          {creations.length > 0 && <Keys label="Create" rows={creations} />}
          <Keys
            label="In lists"
            rows={[
              { keys: ['/'], what: 'Search the list' },
              { keys: ['j'], what: 'Next' },
              { keys: ['k'], what: 'Previous' },
              { keys: ['Enter'], what: 'Open' },
              { keys: ['a'], what: 'Accept the request' },
              { keys: ['r'], what: 'Reply' },
              { keys: ['e'], what: 'Mark as done' },
            ]}
          />
        </div>
      </div>
      <label className="mt-6 flex min-h-6 gap-2.5 border-t border-line pt-4 text-body text-ink coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            switchShortcuts(event.target.checked)
            setOn(event.target.checked)
          }}
          className="mt-0.5 size-4 shrink-0 accent-primary"
        />
        <span>
          Single-key shortcuts
          <span className="block text-meta text-ink-3">
            Turned off while you’re typing. {commandKey} K always works. Saved on this device only.
          </span>
        </span>
      </label>
    </Dialog>
  )
}

function Keys({ label, rows }: { label: string; rows: readonly { keys: readonly string[]; what: string }[] }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1.5 text-meta text-ink-3">{label}</h3>
      <dl className="divide-y divide-line">
        {rows.map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4 py-1.5">
            <dt className="text-body text-ink">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((each) => (
                <kbd
                  key={each}
                  className="min-w-6 rounded-sm border border-line-strong px-1.5 text-center font-sans text-micro leading-5 text-ink-2"
                >
                  {each}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
