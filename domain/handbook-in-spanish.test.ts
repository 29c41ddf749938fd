import { expect, it } from 'vitest'
import { acknowledgmentInSpanish } from './handbook-in-spanish.ts'
import { handbookAcknowledgment } from './handbook.ts'
import { fillLine } from './model-policy.ts'

const filled = (employer: string, contact = 'the office manager') =>
  handbookAcknowledgment.map((line) => fillLine(line, { employer, hrContact: contact }))

it.each(['Acme Tooling, Inc.', 'Smith (and Sons) [Inc.] $1', 'He prohibits retaliation. LLC'])(
  'names the employer in each line that names it in English: %s',
  (employer) => {
    const lines = acknowledgmentInSpanish(filled(employer))
    expect(lines).toHaveLength(handbookAcknowledgment.length)
    for (const line of lines ?? []) expect(line).toContain(employer)
    expect(lines?.join(' ')).not.toMatch(/\[(Employer|HR contact)\]/)
  },
)

it('names the contact as the employer wrote it', () => {
  expect(acknowledgmentInSpanish(filled('Acme', 'Ann in HR'))?.[0]).toContain('recursos humanos (Ann in HR)')
})

it.each([
  ['an earlier text', ['I have received the handbook.', 'It is not a contract.', 'I know how to report a concern.']],
  ['a text with one changed line', filled('Acme').with(1, 'The handbook is a contract.')],
  ['fewer lines', filled('Acme').slice(1)],
  ['more lines', [...filled('Acme'), 'I agree.']],
  ['no lines', []],
])('has no translation of %s', (_what, lines) => {
  expect(acknowledgmentInSpanish(lines)).toBeNull()
})
