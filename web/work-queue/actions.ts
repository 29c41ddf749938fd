// The action of a to-do: perform it right away, or open it in the side panel.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeAssignmentStatus } from '../../api/assignments.ts'
import { changeDocumentRequestStatus } from '../../api/document-requests.ts'
import { changeTaskStatus } from '../../api/tasks.ts'
import type { WorkItem, WorkKind } from '../../domain/work-queue.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { useMarkNoReplyNeeded } from '../messages/no-reply-needed.ts'
import { useRequestAction } from '../service-requests/actions.ts'
import { type PanelItem, type PanelNoun, usePanel } from '../side-panels/panel-address.ts'

const nouns: Partial<Record<WorkKind, PanelNoun>> = {
  'accept-request': 'service-requests',
  'reply-message': 'messages',
  'answer-message': 'messages',
  'review-documents': 'document-requests',
  'late-document-request': 'document-requests',
  'upload-document': 'document-requests',
  'create-contract': 'proposals',
  'unanswered-proposal': 'proposals',
  'answer-proposal': 'proposals',
  'unsigned-contract': 'contracts',
  'overdue-invoice': 'invoices',
  'pay-invoice': 'invoices',
  'due-assignment': 'assignments',
  'due-task': 'tasks',
  'finish-assignment': 'assignments',
}

const finished: Partial<Record<WorkKind, string>> = {
  'due-assignment': 'Assignment completed',
  'due-task': 'Task completed',
}

/** The side panel of an item; signatures, files, and policies have their own pages. */
export function panelOf({ kind, id, clientFolderId }: WorkItem): PanelItem | null {
  const noun = nouns[kind]
  if (noun === undefined) return null
  return { noun, id: noun === 'messages' ? (clientFolderId ?? '') : id }
}

export type WorkActions = ReturnType<typeof useWorkActions>

export function useWorkActions() {
  const client = useQueryClient()
  const panel = usePanel()
  const request = useRequestAction()
  const noReply = useMarkNoReplyNeeded()
  const finish = useMutation({
    mutationFn: (item: WorkItem): Promise<unknown> => {
      const its = { params: { id: item.id }, ...matching(item) }
      if (item.kind === 'due-task') return call(changeTaskStatus, { ...its, body: { status: 'done' } })
      if (item.kind === 'due-assignment') return call(changeAssignmentStatus, { ...its, body: { status: 'completed' } })
      return call(changeDocumentRequestStatus, { ...its, body: { status: 'completed' } })
    },
    onSuccess: (_done, { kind }) => toast.success(finished[kind] ?? 'Document accepted'),
    onError: (error) =>
      toast({ title: 'Couldn’t update it', description: sentenceOf(error, 'Try again.'), variant: 'destructive' }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [noun] }) =>
          noun === 'assignments' || noun === 'document-requests' || noun === 'tasks' || noun === 'dashboard',
      }),
  })
  const open = (item: WorkItem) => {
    const at = panelOf(item)
    if (at !== null) panel.open(at)
  }
  /** With what is late, the client is written to. */
  const openForAction = (item: WorkItem) => {
    if (item.action === 'message' && item.clientFolderId !== null)
      panel.open({ noun: 'messages', id: item.clientFolderId })
    else open(item)
  }
  const acts = ({ action }: WorkItem) => action === 'accept' || action === 'complete' || action === 'done'
  return {
    /** The item in the side panel. */
    opened: panel.item,
    opensPanel: (item: WorkItem) => panelOf(item) !== null,
    acts,
    open,
    act(item: WorkItem) {
      if (item.action === 'accept') this.accept(item)
      else if (item.action === 'complete' || item.action === 'done') finish.mutate(item)
      else openForAction(item)
    },
    accept(item: WorkItem) {
      if (item.action === 'accept')
        request.mutate({ request: { id: item.id, version: item.version ?? 0 }, status: 'in-progress' })
    },
    /** Done without more work: completed, accepted, or left without a reply. False where that is not possible. */
    done(item: WorkItem): boolean {
      if (item.kind === 'due-assignment' || item.kind === 'due-task' || item.kind === 'review-documents')
        finish.mutate(item)
      else if (item.kind === 'reply-message' && item.clientFolderId !== null)
        noReply.mutate({ clientFolderId: item.clientFolderId, lastMessageId: item.id })
      else return false
      return true
    },
    isPending: ({ id }: WorkItem) =>
      (request.isPending && request.variables.request.id === id) || (finish.isPending && finish.variables.id === id),
  }
}

const matching = ({ version }: WorkItem) => (version === null ? {} : { ifMatch: version })
