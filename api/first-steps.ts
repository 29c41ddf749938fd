import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { FirstSteps } from '../domain/first-steps.ts'
import { change, read } from './kit/endpoint.ts'

export const readFirstSteps = read({
  path: '/api/first-steps',
  who: administrators,
  summary:
    'What a new portal still needs, each step done by itself once a fact says so: who the firm is and where people find the portal (by names of settings, never their values), mail, the caller’s second factor, staff, rate cards, a back-up.',
  reply: FirstSteps,
})

export const setFirstStepsAside = change('POST', {
  path: '/api/first-steps/set-aside',
  who: administrators,
  summary: 'Puts the first steps away, for the caller alone. Twice is harmless.',
  reply: FirstSteps,
})

export const takeFirstStepsBack = change('DELETE', {
  path: '/api/first-steps/set-aside',
  who: administrators,
  summary: 'Takes the first steps out again, for the caller alone. Twice is harmless.',
  reply: FirstSteps,
})

export const sendTestMessage = change('POST', {
  path: '/api/first-steps/test-message',
  who: administrators,
  summary:
    'Writes a test letter to the caller’s own address, on the way of every letter; GET /api/first-steps tells what became of it. 429 past six in ten minutes.',
  rateLimit: {
    tries: 6,
    windowSeconds: 600,
    sentence: 'Several test messages were sent just now. Please wait ten minutes before the next.',
  },
  reply: z.object({ to: z.string() }),
})
