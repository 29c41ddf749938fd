import { Draft, DraftInput } from '../domain/draft.ts'
import { change, read } from './kit/endpoint.ts'

export const readDraft = read({
  path: '/api/drafts/:folder',
  who: 'signed-in',
  summary: "What the caller has written in a folder's thread and not sent yet; empty where there is nothing.",
  reply: Draft,
})

export const saveDraft = change('PATCH', {
  path: '/api/drafts/:folder',
  who: 'signed-in',
  summary:
    'Keeps what the caller is writing, at most 10,000 characters each; the newest wins. What is left out stays, an empty text is none. 409 in an archived folder.',
  body: DraftInput,
  reply: Draft,
})
