import { paymentMethodLabels } from '../../domain/payment.ts'
import { type Aging, agingLabels, type AgingBucket, type Statement } from '../../domain/statement.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { brief, counted, day, money } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

export function printStatement(pdfPrinter: PdfPrinter, statement: Statement, client: PdfClient): Promise<Printed> {
  const { date, balance, aging, invoices, payments, openInvoices, paymentsFrom, paidInPeriod } = statement
  const { retainerBalance, creditAvailable, credits } = statement
  const { name, phone, email } = pdfPrinter.config.provider
  return printPdf(pdfPrinter, 'statement', {
    footer: `Statement of ${day(date)} for ${brief(client.name)} · ${name}`,
    date: day(date),
    balance: money(balance),
    client: clientLines(client),
    facts: [
      { label: 'Outstanding invoices', value: String(openInvoices) },
      { label: 'Past due', value: money(balance - aging.current) },
      ...(creditAvailable === 0 ? [] : [{ label: 'Credit available', value: money(creditAvailable) }]),
      ...(retainerBalance === 0 ? [] : [{ label: 'Retainer balance', value: money(retainerBalance) }]),
    ],
    aging: buckets(aging),
    invoices: invoices.map((invoice) => ({
      number: invoice.invoiceNumber,
      sent: day(invoice.sentOn),
      due: pastDue(invoice),
      total: money(invoice.total),
      paid: money(invoice.amountPaid),
      balance: money(invoice.balance),
    })),
    remarks: [
      ...left(invoices.length, openInvoices, 'outstanding invoices, earliest due date first'),
      ...left(payments.length, statement.paymentsReceived, 'payments, newest first'),
    ],
    closing: `Questions about this statement? Contact us at ${phone} or ${email}.`,
    paymentsFrom: day(paymentsFrom),
    payments: payments.map(({ date: on, invoiceNumber, method, reference, amount }) => ({
      date: day(on),
      number: invoiceNumber,
      method: paymentMethodLabels[method],
      reference: reference ?? '–',
      amount: money(amount),
    })),
    paid: money(paidInPeriod),
    credits: credits.map((credit) => ({
      date: day(credit.date),
      number: credit.creditNoteNumber,
      amount: money(credit.amount),
      tax: money(credit.tax),
      available: money(credit.available),
    })),
    credit: money(creditAvailable),
  })
}

const buckets = (aging: Aging) =>
  (Object.keys(agingLabels) as AgingBucket[]).map((bucket) => ({
    label: agingLabels[bucket],
    amount: money(aging[bucket]),
  }))

const pastDue = ({ dueDate, daysPastDue }: Statement['invoices'][number]) =>
  daysPastDue > 0 ? `${day(dueDate)}\n${counted(daysPastDue, 'day')} past due` : day(dueDate)

const left = (listed: number, all: number, what: string): string[] =>
  listed < all ? [`Showing ${listed} of ${all} ${what}. Totals include all of them.`] : []
