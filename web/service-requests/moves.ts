import type { InfiniteData } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeServiceRequestAssignee, changeServiceRequestStatus } from '../../api/service-requests.ts'
import type { ServiceRequestStatus, ServiceRequestSummary } from '../../domain/service-request.ts'
import { call, type Page, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const failure = 'Failed to update service request'

const sayDone = () => toast.success('Service request updated successfully')
const sayFailed = (error: Error) =>
  toast({ title: failure, description: sentenceOf(error, 'Please try again.'), variant: 'destructive' })

const listKey = ['service-requests', 'list']
type Lists = InfiniteData<Page<ServiceRequestSummary>>

export const moveKey = ['service-requests', 'move']

export interface RequestMove {
  request: ServiceRequestSummary
  status: ServiceRequestStatus
}

/** Moves a request on. It leaves the list it stood in at once, and comes back should the server refuse. */
export function useMoveRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: moveKey,
    mutationFn: ({ request, status }: RequestMove) =>
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
    onSettled: () => client.invalidateQueries({ queryKey: ['service-requests'] }),
  })
}

const without = (lists: Lists, id: string): Lists => ({
  ...lists,
  pages: lists.pages.map((page) => ({ ...page, items: page.items.filter((request) => request.id !== id) })),
})

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
