import type { FieldChange, UserField } from './words.ts'

type ChangedProps = {
  changes: readonly FieldChange[]
  /** The reader typed something else there, which stays. */
  isTyped: (field: UserField) => boolean
}

/** What someone else changed while this form was open. */
export function ChangedWhileEditing({ changes, isTyped }: ChangedProps) {
  return (
    <div className="mb-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn edge-forced">
      <p className="font-semibold">Someone else updated this user while you were editing.</p>
      <ul className="mt-1 list-disc pl-5">
        {changes.map(({ field, label, before, after }) => (
          <li key={field} className="break-words">
            {label}: {before} → {after}
            {isTyped(field) && ' (your version is below)'}
          </li>
        ))}
      </ul>
      <p className="mt-1">Review the changes, then save again.</p>
    </div>
  )
}
