import { hashKey, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CallInput } from '../../api/kit/call.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import type { Page } from './call.ts'
import { callPage } from './call.ts'

type ListEndpoint = Endpoint & { list: true; reply: z.ZodArray }
type ItemOf<E extends ListEndpoint> = z.output<E['reply']>[number]

/**
 * The query of a list, page by page. Its key starts with the noun of the address, so that live notices find it; what the list
 * was asked for follows.
 */
export function pagesOf<E extends ListEndpoint>(key: readonly [string, ...string[]], endpoint: E, input: CallInput<E>) {
  // The compiler can't see through a generic's optional input; here there always is one.
  const read = callPage as unknown as (endpoint: E, input: object) => Promise<Page<ItemOf<E>>>
  return infiniteQueryOptions({
    queryKey: [...key, 'list', input.query ?? {}],
    queryFn: ({ pageParam, signal }) =>
      read(endpoint, {
        ...input,
        query: { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // The rows stay until they are there in another order, so that focus stays on the header that was pressed.
    placeholderData: (before, query) => (differsOnlyInOrder(query?.queryKey, input.query) ? before : undefined),
  })
}

const differsOnlyInOrder = (before: QueryKey | undefined, query: object = {}) => {
  const last = before?.at(-1)
  return typeof last === 'object' && hashKey([{ ...last, order: '' }]) === hashKey([{ ...query, order: '' }])
}
