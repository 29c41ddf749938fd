import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createCreditNote } from '../../api/credit-notes.ts'
import { CreditNoteInput } from '../../domain/credit-note.ts'
import { type CreditedInvoice, taxInAmount } from '../../domain/credit-totals.ts'
import { type InvoiceView, taxTermsOf } from '../../domain/invoice.ts'
import { taxIncludedIn, taxLabel, type TaxTerms } from '../../domain/sales-tax.ts'
import { call } from '../kit/call.ts'
import { useTaxOf } from '../invoices/InvoiceFields.tsx'
import { CheckboxField, ChoiceGroup } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { CreditLinesDialog } from './CreditLinesDialog.tsx'
import { createdWords, texts } from './words.ts'

type CreditNoteDialogProps = {
  clientFolderId: string
  /** The invoice that it corrects; none for a credit to the client in general. */
  invoice?: InvoiceView
  onClose: () => void
}

type How = 'total' | 'lines'

/** For an invoice with sales tax: a part of its total, or lines of it. */
export function CreditNoteDialog({ clientFolderId, invoice, onClose }: CreditNoteDialogProps) {
  const [how, setHow] = useState<How>('total')
  const choice = invoice !== undefined && invoice.tax > 0 && (
    <ChoiceGroup
      label="Credit"
      kind="radio"
      look="tiles"
      name="how"
      choices={[
        { value: 'total', label: 'Part of the total', detail: 'Sales tax is reversed in proportion' },
        { value: 'lines', label: 'Lines', detail: 'Sales tax of these lines is reversed' },
      ]}
      chosen={how}
      onChange={({ target }) => setHow(target.value as How)}
    />
  )
  if (how === 'lines' && invoice !== undefined)
    return <CreditLinesDialog invoice={invoice} choice={choice} onClose={onClose} />
  return <CreditAmountDialog {...{ clientFolderId, invoice, choice, onClose }} />
}

type CreditAmountDialogProps = CreditNoteDialogProps & { choice: ReactNode }

function CreditAmountDialog({ clientFolderId, invoice, choice, onClose }: CreditAmountDialogProps) {
  const form = useSaveForm({
    schema: CreditNoteInput,
    defaultValues: { clientFolderId, invoiceId: invoice?.id ?? '', amount: 0, taxed: false, reason: '' },
    failure: 'Couldn’t create the credit note',
    send: (body, idempotencyKey) => call(createCreditNote, { body, idempotencyKey }),
    success: createdWords,
    queryKey: ['invoices'],
    onClose,
  })
  const { control, errorOf, register } = form
  const [amount, taxed] = useWatch({ control, name: ['amount', 'taxed'] })
  const { tax } = useTaxOf(clientFolderId)
  return (
    <FormDialog
      title="New credit note"
      description={
        invoice === undefined
          ? texts.newCredit
          : texts.newCreditForInvoice(formatMoney(invoice.balance), invoice.invoiceNumber)
      }
      form={form}
      submit="Create credit note"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="space-y-4">
        {choice}
        <MoneyField
          label="Amount"
          name="amount"
          control={control}
          help={invoice !== undefined && invoice.tax > 0 ? taxWords(invoice, amount) : undefined}
          error={errorOf('amount')}
        />
        {invoice === undefined && tax.mode !== 'off' && !tax.isExempt && (
          <CheckboxField
            label={texts.taxed(taxLabel(tax) ?? 'Sales tax')}
            help={taxed === true ? includedWords(tax, amount) : undefined}
            error={errorOf('taxed')}
            {...register('taxed')}
          />
        )}
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

/** "$5.44 before tax, sales tax (5.75%) $0.31", while the amount is typed. */
function taxWords(invoice: CreditedInvoice, amount: unknown): string {
  const cents = centsTyped(amount)
  return wordsOf(cents, taxInAmount(invoice, cents), taxTermsOf(invoice))
}

/** The same for a credit without an invoice. */
function includedWords(terms: TaxTerms, amount: unknown): string {
  const cents = centsTyped(amount)
  return wordsOf(cents, taxIncludedIn(cents, terms.rate), terms)
}

const centsTyped = (amount: unknown): number =>
  typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 ? amount : 0

const wordsOf = (cents: number, tax: number, terms: TaxTerms): string =>
  texts.taxIn(formatMoney(cents - tax), formatMoney(tax), taxLabel(terms) ?? 'Sales tax')
