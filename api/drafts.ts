import { Draft, DraftInput } from '../domain/draft.ts'
import { change, read } from './kit/endpoint.ts'

export const readDraft = read({
  path: '/api/drafts/:folder',
  who: 'signed-in',
  summary: "Returns what the caller has typed in a folder's thread and not sent; empty if there is nothing.",
  reply: Draft,
})

export const saveDraft = change('PATCH', {
  path: '/api/drafts/:folder',
  who: 'signed-in',
  summary:
    'Saves what the caller is typing, up to 10,000 characters each; the latest call wins. Omitted fields do not change, and an empty text deletes the draft. 409 in an archived folder.',
  body: DraftInput,
  reply: Draft,
})
