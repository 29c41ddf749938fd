import { changeBooksMapping } from '../../api/books.ts'
import { BooksMapping } from '../../domain/books.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextField } from '../kit/TextField.tsx'

const labels: Record<keyof BooksMapping, string> = {
  incomeAccount: 'Income account',
  receivableAccount: 'Accounts receivable account',
  depositAccount: 'Deposit account',
  taxAccount: 'Sales tax account',
  item: 'Product or service',
  xeroAccountCode: 'Xero account code',
  xeroItemCode: 'Xero item code',
  xeroTaxType: 'Xero tax rate',
  xeroExemptTaxType: 'Xero tax rate, exempt clients',
  retainerAccount: 'Retainer account (a liability)',
  retainerItem: 'Retainer item',
  xeroRetainerCode: 'Xero account code, retainers',
  xeroRetainerItemCode: 'Xero item code, retainers',
}

/** Needed only for exports with retainers, or not at all. */
const isOptional = (name: keyof BooksMapping) => BooksMapping.shape[name].safeParse('').success

type BooksMappingDialogProps = { mapping: BooksMapping; version: number; onClose: () => void }

export function BooksMappingDialog({ mapping, version, onClose }: BooksMappingDialogProps) {
  const form = useSaveForm({
    schema: BooksMapping,
    defaultValues: mapping,
    failure: 'Couldn’t save the account names',
    send: (body) => call(changeBooksMapping, { body, ifMatch: version }),
    success: 'Account names saved',
    queryKey: ['books'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit account names"
      description="Enter the names exactly as they appear in your accounting program."
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {BooksMapping.keyof().options.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            optional={isOptional(name)}
            maxLength={200}
            error={form.errorOf(name)}
            {...form.register(name)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
