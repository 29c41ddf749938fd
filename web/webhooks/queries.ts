import { queryOptions } from '@tanstack/react-query'
import { listWebhookDeliveries, listWebhooks, readWebhook } from '../../api/webhooks.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const webhooks = pagesOf(['webhooks'], listWebhooks, { query: { limit: 50 } })

export const webhookById = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => call(readWebhook, { params: { id }, signal }),
  })

export const deliveriesOf = (id: string) =>
  pagesOf(['webhooks', 'deliveries', id], listWebhookDeliveries, { params: { id }, query: { limit: 50 } })
