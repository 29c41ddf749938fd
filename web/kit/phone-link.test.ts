import { expect, test } from 'vitest'
import { phoneLink } from './phone-link.ts'

test.each([
  ['(804) 555-0100', 'tel:8045550100'],
  ['+1 804.555.0100', 'tel:+18045550100'],
  ['(540) 555-0142 ext. 7', 'tel:5405550142;ext=7'],
  ['540-555-0142 x12', 'tel:5405550142;ext=12'],
  ['540 555 0142 Extension 3', 'tel:5405550142;ext=3'],
])('“%s” is dialed as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
