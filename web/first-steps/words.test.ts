import { expect, it } from 'vitest'
import { outcome, progress } from './words.ts'

const to = 'alice@example.com'

it.each([
  ['sent', null, 'ok', /^The mail server took the message to alice@example\.com at 9:05 AM\./],
  ['kept', null, 'warn', /kept in the outbox, because SMTP_URL is not set/],
  ['queued', null, 'info', /is on its way to the mail server/],
  ['queued', 'connect ECONNREFUSED', 'warn', /was not sent\. The portal tries again by itself/],
  ['failed', '550 no such user', 'warn', /was given up/],
] as const)('a message that is %s (%s) is told in plain words', (status, reason, tone, words) => {
  expect(outcome({ to, status, reason }, '9:05 AM')).toEqual({ tone, words: expect.stringMatching(words), reason })
})

it('counts what is done', () => {
  const steps = [
    { name: 'firm', done: true },
    { name: 'mail', done: false },
  ] as const
  expect(progress({ steps: [...steps] })).toBe('1 of 2 done')
})
