import { queryOptions } from '@tanstack/react-query'
import {
  findPassages,
  listConversations,
  listQueue,
  listVerifiedAnswers,
  readAssistant,
  readConversation,
} from '../../api/hr-assistant.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

const words = (q: string) => (q === '' ? {} : { q })

/** Example questions, tips, and whether answers are written while one looks. */
export const assistantOffer = queryOptions({
  queryKey: ['hr-assistant-offer'],
  queryFn: ({ signal }) => call(readAssistant, { signal }),
})

export const conversationsFound = (q: string) =>
  pagesOf(['hr-assistant', 'conversations'], listConversations, { query: { limit: 30, ...words(q) } })

export const conversationById = (id: string) =>
  queryOptions({
    queryKey: ['hr-assistant', 'conversation', id],
    queryFn: ({ signal }) => call(readConversation, { params: { id }, signal }),
  })

export const queueFound = (q: string) =>
  pagesOf(['hr-assistant', 'queue'], listQueue, { query: { limit: 30, ...words(q) } })

export const verifiedFound = (q: string) =>
  pagesOf(['verified-answers'], listVerifiedAnswers, { query: { limit: 30, ...words(q) } })

export const passagesFor = (q: string) =>
  queryOptions({
    queryKey: ['hr-assistant-passages', q],
    queryFn: ({ signal }) => call(findPassages, { query: { q }, signal }),
    enabled: q.trim() !== '',
  })
