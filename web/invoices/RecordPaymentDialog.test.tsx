import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { InvoiceView } from '../../domain/invoice.ts'
import { answerRequests, show } from '../component-test.tsx'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'

const invoice = { id: crypto.randomUUID(), invoiceNumber: 'PROHR-7', balance: 120_000 } as InvoiceView
const open = (onClose = vi.fn()) => show(<RecordPaymentDialog invoice={invoice} onClose={onClose} />)
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const record = () => screen.getByRole('button', { name: /^Record payment/ })

it('fills in the balance and formats the amount when the field is left', async () => {
  const user = open()
  expect(amount().value).toBe('1,200.00')
  await user.clear(amount())
  await user.type(amount(), '80.5')
  await user.tab()
  expect(amount().value).toBe('80.50')
})

it('refuses an amount of zero without asking the server', async () => {
  const sent = answerRequests({ status: 200 })
  const user = open()
  await user.clear(amount())
  await user.type(amount(), '0')
  await user.click(record())
  expect(await screen.findByText('A payment must be at least one cent.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('keeps what was typed after a refusal, and says why', async () => {
  const message = 'This is more than the balance due.'
  const sent = answerRequests({ status: 409, body: { message, issues: [{ path: 'amount', message }] } })
  const onClose = vi.fn()
  const user = open(onClose)
  await user.clear(amount())
  await user.type(amount(), '9000')
  await user.type(screen.getByLabelText(/^Reference/), 'Check 1201')
  await user.click(record())
  expect(await screen.findByText(message)).toBeTruthy()
  expect(amount().value).toBe('9,000.00')
  expect(screen.getByLabelText<HTMLInputElement>(/^Reference/).value).toBe('Check 1201')
  expect(sent).toMatchObject([{ amount: 900_000, reference: 'Check 1201' }])
  expect(onClose).not.toHaveBeenCalled()
})

it('asks before it discards what was typed', async () => {
  const onClose = vi.fn()
  const user = open(onClose)
  await user.type(screen.getByLabelText(/^Reference/), 'Check 1201')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
})

it('closes right away if nothing was typed', async () => {
  const onClose = vi.fn()
  const user = open(onClose)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})
