import type { InfiniteData, Query } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeServiceRequestAssignee,
  changeServiceRequestStatus,
  markServiceRequestAsNotSpam,
  mergeServiceRequest,
} from '../../api/service-requests.ts'
import type { ServiceRequestStatus, ServiceRequestSummary, ServiceRequestView } from '../../domain/service-request.ts'
import { call, type Page, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const failure = 'Failed to update service request'

const sayDone = () => toast.success('Service request updated successfully')
const sayFailed = (error: Error) =>
  toast({ title: failure, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })

const countsRequests = ({ queryKey: [noun] }: Query) => noun === 'service-requests' || noun === 'dashboard'

const listKey = ['service-requests', 'list']
type Lists = InfiniteData<Page<ServiceRequestSummary>>

export const actionKey = ['service-requests', 'move']

export interface RequestAction {
  request: Pick<ServiceRequestSummary, 'id' | 'version'>
  status: ServiceRequestStatus
}

/** Moves a request on. It leaves its list right away, and returns if the server refuses. */
export function useRequestAction() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: actionKey,
    mutationFn: ({ request, status }: RequestAction) =>
      call(changeServiceRequestStatus, { params: { id: request.id }, body: { status }, ifMatch: request.version }),
    onMutate: async ({ request }) => {
      await client.cancelQueries({ queryKey: listKey })
      const before = client.getQueriesData<Lists>({ queryKey: listKey })
      client.setQueriesData<Lists>({ queryKey: listKey }, (lists) =>
        lists === undefined ? lists : without(lists, request.id),
      )
      return before
    },
    onSuccess: sayDone,
    onError: (error, _move, before = []) => {
      // Without a network nothing could be read again.
      for (const [key, lists] of before) client.setQueryData(key, lists)
      sayFailed(error)
    },
    onSettled: () => client.invalidateQueries({ predicate: countsRequests }),
  })
}

const without = (lists: Lists, id: string): Lists => ({
  ...lists,
  pages: lists.pages.map((page) => ({ ...page, items: page.items.filter((request) => request.id !== id) })),
})

/** Puts suspected spam among the pending requests. */
export function useNotSpam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: Pick<ServiceRequestSummary, 'id' | 'version'>) =>
      call(markServiceRequestAsNotSpam, { params: { id: request.id }, ifMatch: request.version }),
    onSuccess: sayDone,
    onError: sayFailed,
    onSettled: () => client.invalidateQueries({ predicate: countsRequests }),
  })
}

/** Closes a request as merged into another one, which `onMerged` gets. */
export function useMergeRequest(onMerged: (kept: ServiceRequestView) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, intoId }: { request: Pick<ServiceRequestSummary, 'id' | 'version'>; intoId: string }) =>
      call(mergeServiceRequest, { params: { id: request.id }, body: { intoId }, ifMatch: request.version }),
    onSuccess: (kept) => {
      toast.success('Requests merged')
      onMerged(kept)
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t merge the requests',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ predicate: countsRequests }),
  })
}

export function useAssignRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, assignedStaffId }: { request: ServiceRequestSummary; assignedStaffId: string }) =>
      call(changeServiceRequestAssignee, {
        params: { id: request.id },
        body: { assignedStaffId },
        ifMatch: request.version,
      }),
    onSuccess: sayDone,
    onError: sayFailed,
    onSettled: () => client.invalidateQueries({ queryKey: ['service-requests'] }),
  })
}
