import { EventEmitter, once } from 'node:events'
import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadNextPage } from './next-page.ts'

test('the next page loads even if the list is refetched while it is loading', async () => {
  const client = new QueryClient()
  const page = new EventEmitter()
  const observer = new InfiniteQueryObserver<number, Error, InfiniteData<number>, string[], number>(client, {
    queryKey: ['numbers'],
    queryFn: async ({ pageParam }) => {
      if (pageParam === 2) {
        page.emit('requested')
        await once(page, 'arrives')
      }
      return pageParam
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last < 3 ? last + 1 : undefined),
  })
  const stop = observer.subscribe(() => {})
  await client.refetchQueries({ queryKey: ['numbers'] })

  const requested = once(page, 'requested')
  const loaded = loadNextPage(observer.getCurrentResult())
  await requested
  await client.invalidateQueries({ queryKey: ['numbers'] })
  const requestedAgain = once(page, 'requested')
  page.emit('arrives')
  await Promise.race([requestedAgain, loaded])
  page.emit('arrives')
  await loaded

  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2])
  stop()
})
