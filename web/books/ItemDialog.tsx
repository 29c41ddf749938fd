import { changeBooksItem, readBooksItem } from '../../api/books.ts'
import { type BooksItem, BooksItemInput } from '../../domain/books-names.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const fields = [
  ['item', 'Product or service', texts.item],
  ['incomeAccount', 'Income account', texts.incomeAccount],
  ['xeroAccountCode', 'Xero account code', texts.xeroAccountCode],
  ['xeroItemCode', 'Xero item code', texts.xeroItemCode],
] as const

export function ItemDialog({ item, onClose }: { item: BooksItem; onClose: () => void }) {
  const { id, name } = item
  const form = useEditForm({
    schema: BooksItemInput,
    item,
    read: () => call(readBooksItem, { params: { id } }),
    valuesOf: (names) => ({
      item: names.item ?? '',
      incomeAccount: names.incomeAccount ?? '',
      xeroAccountCode: names.xeroAccountCode ?? '',
      xeroItemCode: names.xeroItemCode ?? '',
    }),
    describe: (names) => fields.map(([field, label]) => [field, label, names[field] ?? 'Default']),
    failure: 'Couldn’t save the item',
    send: (body, ifMatch) => call(changeBooksItem, { params: { id }, body, ifMatch }),
    success: 'Item saved',
    queryKey: ['books'],
    onClose,
  })
  return (
    <FormDialog
      title={`Edit accounting names for ${name}`}
      description={texts.itemNames}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="space-y-4">
        {fields.map(([field, label, help]) => (
          <TextField
            key={field}
            label={label}
            help={help}
            optional
            maxLength={200}
            autoComplete="off"
            error={form.errorOf(field)}
            {...form.register(field)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
