import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createCreditNote } from '../../api/credit-notes.ts'
import { CreditNoteInput } from '../../domain/credit-note.ts'
import { taxOfCreditedLines } from '../../domain/credit-totals.ts'
import { type InvoiceView, taxTermsOf } from '../../domain/invoice.ts'
import { taxLabel } from '../../domain/sales-tax.ts'
import { formTotals, type LineFormValues } from '../invoices/invoice-form.ts'
import { InvoiceLines } from '../invoices/InvoiceLines.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { createdWords, texts } from './words.ts'

const { lineItems, reason } = CreditNoteInput.shape
const CreditLinesForm = z.object({ lineItems: lineItems.unwrap(), reason })

type CreditLinesDialogProps = { invoice: InvoiceView; choice: ReactNode; onClose: () => void }

/** Credits lines of an invoice, with the sales tax that was charged on them. */
export function CreditLinesDialog({ invoice, choice, onClose }: CreditLinesDialogProps) {
  const form = useSaveForm({
    schema: CreditLinesForm,
    defaultValues: { lineItems: invoice.lineItems.map(toFormValues), reason: '' },
    failure: 'Couldn’t create the credit note',
    send: (values, idempotencyKey) =>
      call(createCreditNote, {
        body: { clientFolderId: invoice.clientFolderId, invoiceId: invoice.id, ...values },
        idempotencyKey,
      }),
    success: createdWords,
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  const lines = useWatch({ control, name: 'lineItems' })
  const terms = taxTermsOf(invoice)
  const { subtotal, tax: full } = formTotals(lines, terms)
  const tax = taxOfCreditedLines(invoice, { subtotal, tax: full })
  return (
    <FormDialog
      title="New credit note"
      description={texts.newCreditForInvoice(formatMoney(invoice.balance), invoice.invoiceNumber)}
      width="wide"
      form={form}
      submit="Create credit note"
      submitting="Creating..."
      disabled={lines.length === 0}
      total={
        <output>
          {texts.taxIn(formatMoney(subtotal), formatMoney(tax), taxLabel(terms) ?? 'Sales tax')}. Total{' '}
          {formatMoney(subtotal + tax)}
        </output>
      }
      onClose={onClose}
    >
      <div className="space-y-5">
        {choice}
        <p className="text-body text-ink-2">{texts.lines}</p>
        <InvoiceLines
          form={form}
          empty="Add the lines that you credit."
          offersRateCards={false}
          taxed={terms.mode === 'by-line' ? 'Sales tax was charged' : null}
        />
        <TextArea
          label="Reason"
          help="The client can read it."
          maxLength={1000}
          error={errorOf('reason')}
          {...register('reason')}
        />
      </div>
    </FormDialog>
  )
}

const toFormValues = ({ description, quantity, rate, taxed = true, serviceRateId }: LineFormValues) => ({
  description,
  quantity,
  rate,
  taxed,
  ...(serviceRateId === undefined ? {} : { serviceRateId }),
})
