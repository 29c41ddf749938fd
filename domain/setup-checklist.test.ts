import { expect, it } from 'vitest'
import { type Facts, setupChecklist, isLocalUrl } from './setup-checklist.ts'

const nothing: Facts = {
  isDismissed: null,
  demonstration: false,
  missingSettings: ['PROVIDER_NAME', 'PROVIDER_LOGO'],
  publicUrl: 'http://localhost:3000',
  hasMailServer: false,
  mailWasTested: false,
  testMessage: null,
  hasSecondFactor: false,
  hasStaff: false,
  hasRateCards: false,
  lastBackUpAt: null,
}

const doneWith = (facts: Partial<Facts>) =>
  setupChecklist({ ...nothing, ...facts })
    .steps.filter(({ done }) => done)
    .map(({ name }) => name)

it.each<[Partial<Facts>, string[]]>([
  [{}, []],
  [{ missingSettings: ['PROVIDER_PHONE'] }, []],
  [{ missingSettings: ['PROVIDER_LOGO'] }, ['firm']],
  [{ publicUrl: 'https://portal.example.com' }, ['address']],
  [{ mailWasTested: true }, []],
  [{ hasMailServer: true }, []],
  [{ hasMailServer: true, mailWasTested: true }, ['mail']],
  [{ hasSecondFactor: true }, ['second-factor']],
  [{ hasStaff: true, hasRateCards: true }, ['staff', 'rate-cards']],
  [{ lastBackUpAt: '2026-11-21T08:00:00.000Z' }, ['back-up']],
])('completes the steps of %j: %j', (facts, done) => {
  expect(doneWith(facts)).toEqual(done)
})

it.each([
  [null, false, false],
  [null, true, true],
  [true, false, true],
  [false, true, false],
])(
  'the checklist is dismissed for someone who chose %s in a demonstration (%s): %s',
  (isDismissed, demonstration, away) => {
    expect(setupChecklist({ ...nothing, isDismissed, demonstration }).isDismissed).toBe(away)
  },
)

it.each([
  ['http://localhost:3000', true],
  ['http://portal.localhost', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:8080', true],
  ['https://localhost.example.com', false],
  ['http://10.0.0.7', false],
])('%s reaches only the reader’s own computer: %s', (publicUrl, here) => {
  expect(isLocalUrl(publicUrl)).toBe(here)
})
