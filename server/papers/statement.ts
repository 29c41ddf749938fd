import { paymentMethodLabels } from '../../domain/payment.ts'
import { type Ageing, ageingLabels, type AgeingBucket, type Statement } from '../../domain/statement.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PaperClient } from './client.ts'
import { brief, counted, day, money } from './format.ts'
import { type Press, printPaper } from './print.ts'

export function printStatement(press: Press, statement: Statement, client: PaperClient): Promise<Printed> {
  const { date, balance, ageing, invoices, payments, openInvoices, paymentsFrom, paidInPeriod } = statement
  const { name, phone, email } = press.config.provider
  return printPaper(press, 'statement', {
    footer: `Statement of ${day(date)} for ${brief(client.name)} · ${name}`,
    date: day(date),
    balance: money(balance),
    client: clientLines(client),
    facts: [
      { label: 'Open invoices', value: String(openInvoices) },
      { label: 'Past due', value: money(balance - ageing.current) },
    ],
    ageing: buckets(ageing),
    invoices: invoices.map((invoice) => ({
      number: invoice.invoiceNumber,
      sent: day(invoice.sentOn),
      due: pastDue(invoice),
      total: money(invoice.total),
      paid: money(invoice.amountPaid),
      balance: money(invoice.balance),
    })),
    remarks: [
      ...left(invoices.length, openInvoices, 'open invoices, longest due first'),
      ...left(payments.length, statement.paymentsReceived, 'payments, newest first'),
    ],
    closing: `Questions about this statement: ${phone}, ${email}.`,
    paymentsFrom: day(paymentsFrom),
    payments: payments.map(({ date: on, invoiceNumber, method, reference, amount }) => ({
      date: day(on),
      number: invoiceNumber,
      method: paymentMethodLabels[method],
      reference: reference ?? '–',
      amount: money(amount),
    })),
    paid: money(paidInPeriod),
  })
}

const buckets = (ageing: Ageing) =>
  (Object.keys(ageingLabels) as AgeingBucket[]).map((bucket) => ({
    label: ageingLabels[bucket],
    amount: money(ageing[bucket]),
  }))

const pastDue = ({ dueDate, daysPastDue }: Statement['invoices'][number]) =>
  daysPastDue > 0 ? `${day(dueDate)}\n${counted(daysPastDue, 'day')} past due` : day(dueDate)

const left = (listed: number, all: number, what: string): string[] =>
  listed < all ? [`Listed are ${listed} of ${all} ${what}; the sums are over all.`] : []
