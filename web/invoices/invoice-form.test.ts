import { expect, it } from 'vitest'
import { blankInvoice, InvoiceForm, typedSums } from './invoice-form.ts'

const line = { description: 'Consulting', quantity: 2.5, rate: 12_500 }
const id = '01890000-0000-7000-8000-0000000000a1'

it('adds up as the server does', () => {
  expect(typedSums([line], false)).toEqual({ subtotal: 31_250, tax: 1_797, total: 33_047 })
  expect(typedSums([line], true)).toEqual({ subtotal: 31_250, tax: 0, total: 31_250 })
  expect(typedSums([], false)).toEqual({ subtotal: 0, tax: 0, total: 0 })
})

it('is due thirty days from the office’s today, and can be sent once there is a folder and a line', () => {
  // In Virginia it is still the day before.
  const blank = blankInvoice('', new Date('2026-11-22T03:00:00Z'))
  expect(blank.dueDate).toBe('2026-12-21')
  const issues = InvoiceForm.safeParse(blank).error?.issues.map(({ path, message }) => [path[0], message])
  expect(issues).toEqual([
    ['clientFolderId', 'Please choose a client folder.'],
    ['lineItems', 'Please add at least one line.'],
  ])
  expect(InvoiceForm.safeParse({ ...blank, clientFolderId: id, lineItems: [line] }).success).toBe(true)
})
