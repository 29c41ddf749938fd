import { team } from '../domain/actor.ts'
import { FilledReply, SavedReplyInput, SavedReplyView } from '../domain/saved-reply.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listSavedReplies = list({
  path: '/api/saved-replies',
  who: team,
  summary: "Lists saved replies by title: those of the whole team and the caller's own. `q` searches titles and texts.",
  of: SavedReplyView,
  query: search,
})

export const readSavedReply = read({
  path: '/api/saved-replies/:id',
  who: team,
  summary: 'Returns one saved reply, with its fields as they are written.',
  reply: SavedReplyView,
})

export const createSavedReply = create({
  path: '/api/saved-replies',
  who: team,
  summary:
    'Creates a saved reply. An unknown field in its text is an error (400) that names the field. Only administrators create replies for the whole team (`isShared`).',
  body: SavedReplyInput,
  reply: SavedReplyView,
})

export const changeSavedReply = change('PUT', {
  path: '/api/saved-replies/:id',
  who: team,
  summary: "Updates a saved reply: one's own, or for administrators one of the whole team.",
  body: SavedReplyInput,
  reply: SavedReplyView,
})

export const deleteSavedReply = change('DELETE', {
  path: '/api/saved-replies/:id',
  who: team,
  summary: "Deletes a saved reply and returns it: one's own, or for administrators one of the whole team.",
  reply: SavedReplyView,
})

export const fillSavedReply = read({
  path: '/api/client-folders/:id/saved-replies/:replyId',
  who: team,
  summary:
    'Returns the text of a saved reply for a folder, with the fields filled in that the caller may see. Fields without a value are in brackets, and listed in `missing`.',
  reply: FilledReply,
})
