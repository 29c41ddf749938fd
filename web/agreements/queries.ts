import { queryOptions } from '@tanstack/react-query'
import { readAgreementChain } from '../../api/agreements.ts'
import type { CallInput } from '../../api/kit/call.ts'
import { call } from '../kit/call.ts'

export type ChainOf = NonNullable<CallInput<typeof readAgreementChain>['query']>

/** Under the dashboard's key, so that every live event refetches it. */
export const agreementChain = (of: ChainOf) =>
  queryOptions({
    queryKey: ['dashboard', 'agreement-chain', of],
    queryFn: ({ signal }) => call(readAgreementChain, { query: of, signal }),
  })
