import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  BulkActionInput,
  BulkActionItem,
  BulkActionStatusChange,
  BulkActionView,
  BulkItemStatus,
  RecipientCount,
  RecipientFilter,
} from '../domain/bulk-action.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listBulkActions = list({
  path: '/api/bulk-actions',
  who: team,
  summary: 'Lists bulk actions, newest first: all for administrators; for staff, their own.',
  of: BulkActionView,
})

export const countRecipients = read({
  path: '/api/bulk-actions/recipients',
  who: team,
  summary: 'Counts the client folders that a bulk action with this filter would reach.',
  query: {
    ...RecipientFilter.shape,
    includeMayApply: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
  },
  reply: RecipientCount,
})

export const createBulkAction = create({
  path: '/api/bulk-actions',
  who: team,
  summary:
    'Starts a bulk action on at most 5,000 client folders: a message, a document (optionally for signature), a document request, an assignment, a request to acknowledge a policy, a law update, or (administrators only, otherwise 403) an invitation for people without a password. A job processes each folder the same way as the action on a single folder. 404 if the caller cannot see one of the folders.',
  body: BulkActionInput,
  reply: BulkActionView,
})

export const readBulkAction = read({
  path: '/api/bulk-actions/:id',
  who: team,
  summary: 'Returns one bulk action with the number of recipients by status.',
  reply: BulkActionView,
})

export const listBulkActionItems = list({
  path: '/api/bulk-actions/:id/items',
  who: team,
  summary:
    'Lists the recipients of a bulk action that the caller may still see, each with its status and, if it was skipped or failed, the reason.',
  of: BulkActionItem,
  query: { status: BulkItemStatus.optional() },
})

export const exportBulkActionItems = raw('GET', {
  path: '/api/bulk-actions/:id/csv',
  who: team,
  summary:
    'Exports the recipients of a bulk action that the caller may still see with their statuses as CSV (RFC 4180, UTF-8).',
  query: { status: BulkItemStatus.optional() },
})

export const changeBulkActionStatus = change('PATCH', {
  path: '/api/bulk-actions/:id/status',
  who: team,
  summary: 'Stops a running bulk action. Recipients that were not processed yet receive nothing. 409 if it has ended.',
  body: BulkActionStatusChange,
  reply: BulkActionView,
})
