import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './call.ts'
import { reportSignedOut } from './signed-out.ts'

/**
 * Data never becomes stale by time, is not refetched on focus or by interval, and nothing is retried; live.ts
 * invalidates it. Mutations are not paused while offline: they would look done, and be lost with the tab.
 */
export function createQueryClient(): QueryClient {
  const watch = (error: unknown) => {
    if (isSignedOut(error)) reportSignedOut()
  }
  return new QueryClient({
    // A question about who is signed in may be answered "no one"; so may a form that deals with it itself.
    queryCache: new QueryCache({ onError: (error, query) => query.meta?.mayBeSignedOut !== true && watch(error) }),
    // Once all is settled: what the mutation itself says of the failure is not the last word then.
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _result, mutation) =>
        mutation.meta?.mayBeSignedOut !== true && watch(error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
