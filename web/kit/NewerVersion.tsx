import type { Differences } from './save-form.ts'

/** What someone else has changed since the form was opened. */
export function NewerVersion({ differences }: { differences: Differences | null }) {
  if (differences === null) return null
  const lines = Object.entries(differences)
  return (
    <output className="edge-forced block mb-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn">
      <p className="font-semibold">Someone else updated this while you were editing</p>
      {lines.length === 0 && <p>No changes to these fields.</p>}
      <ul className="mt-1 space-y-0.5">
        {lines.map(([label, now]) => (
          <li key={label} className="line-clamp-3 wrap-anywhere">
            {label} is now: {now}
          </li>
        ))}
      </ul>
    </output>
  )
}
