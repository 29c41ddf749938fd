import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { StaffNote, StaffNoteInput } from '../domain/staff-note.ts'
import { create, list } from './kit/endpoint.ts'

export const listStaffNotes = list({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary:
    "Lists the team's internal notes of a folder, oldest first; `order=newest` starts with the latest. Never visible to clients.",
  of: StaffNote,
  query: { order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const addStaffNote = create({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary: 'Adds a note that only the team can see.',
  body: StaffNoteInput,
  reply: StaffNote,
})
