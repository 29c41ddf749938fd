import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { StaffNote, StaffNoteInput } from '../domain/staff-note.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listStaffNotes = list({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary:
    "Lists the team's internal notes of a folder with its calls and meetings, in the order in which they were added, oldest first; `order=newest` starts with the latest. Never visible to clients.",
  of: StaffNote,
  query: { order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const addStaffNote = create({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary:
    'Adds a note that only the team can see. With `kind` `call` or `meeting` it is the record of one, with its date, people, and subject; 400 for a future date.',
  body: StaffNoteInput,
  reply: StaffNote,
})

export const readStaffNote = read({
  path: '/api/staff-notes/:id',
  who: team,
  summary: "Returns one of the team's internal notes.",
  reply: StaffNote,
})

export const changeStaffNote = change('PUT', {
  path: '/api/staff-notes/:id',
  who: team,
  summary:
    'Updates a staff-only note, call, or meeting; readers see that it was edited. 400 for a future date, 403 for anyone but its author, 409 in an archived folder and under a legal hold.',
  body: StaffNoteInput,
  reply: StaffNote,
})
