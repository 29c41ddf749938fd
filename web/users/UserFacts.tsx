import type { UserView } from '../../domain/user.ts'
import { fieldNames, type UserField, valueWords } from './words.ts'

/** A user whom the reader may see and not change. */
export function UserFacts({ user }: { user: UserView }) {
  const fields = (Object.keys(fieldNames) as UserField[]).filter(
    (field) => field !== 'staffAccess' || user.role === 'staff',
  )
  return (
    <>
      <p className="mb-4 rounded-md bg-info-soft px-3.5 py-2.5 text-body text-info">
        Only a master administrator can edit this account.
      </p>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {fields.map((field) => (
          <div key={field} className="min-w-0">
            <dt className="text-meta text-ink-3">{fieldNames[field]}</dt>
            <dd className="text-body break-words text-ink">{valueWords(user, field)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
