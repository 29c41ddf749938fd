import { expect, it } from 'vitest'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { blankInvoice, InvoiceForm, formTotals } from './invoice-form.ts'

const line = { description: 'Consulting', quantity: 2.5, rate: 12_500 }
const taxed = { ...firstSalesTax, isExempt: false }
const id = '01890000-0000-7000-8000-0000000000a1'

it('adds up as the server does', () => {
  expect(formTotals([line], taxed)).toEqual({ subtotal: 31_250, tax: 1_797, total: 33_047 })
  expect(formTotals([line], { ...taxed, isExempt: true })).toEqual({ subtotal: 31_250, tax: 0, total: 31_250 })
  expect(formTotals([], taxed)).toEqual({ subtotal: 0, tax: 0, total: 0 })
})

it('taxes by line what is marked as taxed', () => {
  const lines = [line, { ...line, taxed: false }]
  expect(formTotals(lines, { ...taxed, mode: 'by-line' })).toEqual({ subtotal: 62_500, tax: 1_797, total: 64_297 })
})

it('is due thirty days from the office’s today, and can be sent once there is a folder and a line', () => {
  // In Virginia it is still the day before.
  const blank = blankInvoice('', new Date('2026-11-22T03:00:00Z'))
  expect(blank.dueDate).toBe('2026-12-21')
  const issues = InvoiceForm.safeParse(blank).error?.issues.map(({ path, message }) => [path[0], message])
  expect(issues).toEqual([
    ['clientFolderId', 'Choose a client folder.'],
    ['lineItems', 'Add at least one line.'],
  ])
  expect(InvoiceForm.safeParse({ ...blank, clientFolderId: id, lineItems: [line] }).success).toBe(true)
})
