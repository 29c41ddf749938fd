import { expect, it } from 'vitest'
import { type Actor, unlimited } from '../../domain/actor.ts'
import { acceptedBy, faultOf, limitsInWords } from './check-file.ts'

const ann: Actor = { id: '1', role: 'client', firstName: 'Ann', lastName: 'Keller', ...unlimited }
const sam: Actor = { id: '2', role: 'staff', firstName: 'Sam', lastName: 'Carter', ...unlimited }
const megabyte = 1_048_576

it('a client reads the limits in the specification’s words', () => {
  expect(limitsInWords(ann)).toBe('Supported formats: PDF, DOC, DOCX, XLS, XLSX (Max 10MB)')
  expect(acceptedBy(ann)).toBe('.pdf,.doc,.docx,.xls,.xlsx')
  expect(limitsInWords(sam)).toBe('Supported formats: PDF, DOC, DOCX, XLS, XLSX, PNG, JPEG (Max 200MB)')
})

it.each([
  [ann, 'handbook.pdf', 10 * megabyte, null],
  [ann, 'handbook.pdf', 10 * megabyte + 1, /^Files can be up to 10 MB\./],
  [ann, 'handbook.pdf', 0, /empty/],
  [ann, 'photo.png', 100, /PDF, DOC, DOCX, XLS, or XLSX/],
  [sam, 'photo.png', 100, null],
  [sam, 'scan.pdf', 150 * megabyte, null],
  [ann, `${'a'.repeat(200)}.pdf`, 100, /at most 200 characters/],
] as const)('%o with %s of %i bytes', (actor, name, size, fault) => {
  const found = faultOf({ name, size }, actor)
  if (fault === null) expect(found).toBeNull()
  else expect(found).toMatch(fault)
})
