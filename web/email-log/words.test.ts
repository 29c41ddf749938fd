import { expect, it } from 'vitest'
import { shortSubject } from './words.ts'

it.each([
  ['ProHR portal: a client sent you a message', 'A client sent you a message'],
  ['ProHR: your appointment on Monday', 'Your appointment on Monday'],
  ['Another firm: hello', 'Another firm: hello'],
  ['ProHR portal: ', 'ProHR portal: '],
])('the subject "%s" is listed as "%s"', (subject, listed) => {
  expect(shortSubject(subject, 'ProHR')).toBe(listed)
})
