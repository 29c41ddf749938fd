import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { StaffNote, StaffNoteInput } from '../domain/staff-note.ts'
import { create, list } from './kit/endpoint.ts'

export const listStaffNotes = list({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary:
    "The team's own notes beside a folder's thread, oldest first; `order=newest` starts at the end. Never there for a client.",
  of: StaffNote,
  query: { order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const addStaffNote = create({
  path: '/api/client-folders/:id/staff-notes',
  who: team,
  summary: 'Adds a note that only the team sees.',
  body: StaffNoteInput,
  reply: StaffNote,
})
