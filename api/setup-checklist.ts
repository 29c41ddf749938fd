import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { SetupChecklist } from '../domain/setup-checklist.ts'
import { change, read } from './kit/endpoint.ts'

export const readSetupChecklist = read({
  path: '/api/setup-checklist',
  who: administrators,
  summary:
    "Returns the setup checklist of a new portal; each step is done as soon as its condition is met: company details and URL (names of settings, never values), email, the caller's two-factor authentication, staff, rate cards, a backup.",
  reply: SetupChecklist,
})

export const hideSetupChecklist = change('POST', {
  path: '/api/setup-checklist/set-aside',
  who: administrators,
  summary: 'Hides the setup checklist for the caller. Repeating the call has no further effect.',
  reply: SetupChecklist,
})

export const showSetupChecklist = change('DELETE', {
  path: '/api/setup-checklist/set-aside',
  who: administrators,
  summary: 'Shows the setup checklist again for the caller. Repeating the call has no further effect.',
  reply: SetupChecklist,
})

export const sendTestMessage = change('POST', {
  path: '/api/setup-checklist/test-message',
  who: administrators,
  summary:
    "Sends a test email to the caller's own address, in the same way as every email. GET /api/setup-checklist returns the result. 429 after six in ten minutes.",
  rateLimit: {
    tries: 6,
    windowSeconds: 600,
    sentence: 'Several test emails were sent in the last ten minutes. Wait ten minutes before the next.',
  },
  reply: z.object({ to: z.string() }),
})
