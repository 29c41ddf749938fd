import { expect, it } from 'vitest'
import { outcome, progress } from './words.ts'

const to = 'alice@example.com'

it.each([
  ['sent', null, 'ok', /^The mail server accepted the email to alice@example\.com at 9:05 AM\./],
  ['kept', null, 'warn', /SMTP_URL isn’t set\. It’s in the email log/],
  ['queued', null, 'info', /^Sending the email to/],
  ['queued', 'connect ECONNREFUSED', 'warn', /The portal will try again automatically/],
  ['failed', '550 no such user', 'warn', /has stopped trying/],
] as const)('describes a test email that is %s (%s)', (status, reason, tone, words) => {
  expect(outcome({ to, status, reason }, '9:05 AM')).toEqual({ tone, words: expect.stringMatching(words), reason })
})

it('counts the completed steps', () => {
  const steps = [
    { name: 'firm', done: true },
    { name: 'mail', done: false },
  ] as const
  expect(progress({ steps: [...steps] })).toBe('1 of 2 complete')
})
