import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RequestDuplicate } from '../../domain/service-request.ts'
import { formatDate } from '../kit/dates.ts'
import type { Place } from '../kit/link-target.ts'
import { requestDuplicates } from './queries.ts'

/** What the reader may see of earlier contact with the same business. A hint: nothing is shown while it loads or fails. */
export function RequestDuplicates({ id }: { id: string }) {
  const { data: duplicates = [] } = useQuery(requestDuplicates(id))
  if (duplicates.length === 0) return null
  return (
    <section aria-label="Possible duplicates" className="rounded-md border border-line bg-mist px-4 py-3">
      <h3 className="text-panel text-ink">Possible duplicates</h3>
      <ul className="mt-1 space-y-1 text-body break-words text-ink-2">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            {sameAs(duplicate)}{' '}
            <Link {...placeOf(duplicate)} className="link finger-high">
              {duplicate.name}
            </Link>{' '}
            <span className="whitespace-nowrap">
              ({duplicate.type === 'client-folders' ? 'client folder' : `request of ${formatDate(duplicate.createdAt)}`}
              )
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sameAs({ hasSameEmail, hasSameName }: RequestDuplicate) {
  if (hasSameEmail && hasSameName) return 'Same email and business name as'
  return hasSameEmail ? 'Same email as' : 'Same business name as'
}

const placeOf = ({ type, id, status }: RequestDuplicate): Place =>
  type === 'client-folders'
    ? { to: '/client-folders/$id', params: { id } }
    : { to: '/', search: { tab: 'requests', requests: status, open: id } }
