import type { Difference } from './newer-version.ts'

/** What somebody else has changed since the form was opened. */
export function NewerVersion({ differences }: { differences: Difference[] | null }) {
  if (differences === null) return null
  return (
    <output className="edge-forced block mb-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn">
      <p className="font-semibold">Changed meanwhile by somebody else</p>
      {differences.length === 0 && <p>Nothing that stands in this form.</p>}
      <ul className="mt-1 space-y-0.5">
        {differences.map(({ label, now }) => (
          <li key={label} className="line-clamp-3 wrap-anywhere">
            {label} is now: {now}
          </li>
        ))}
      </ul>
    </output>
  )
}
