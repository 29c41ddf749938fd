import { changeBooksCustomer, readBooksCustomer } from '../../api/books.ts'
import { type BooksCustomer, BooksCustomerInput } from '../../domain/books-names.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

type CustomerDialogProps = { customer: BooksCustomer; onClose: () => void }

export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  const { id, clientFolderName } = customer
  const form = useEditForm({
    schema: BooksCustomerInput,
    item: customer,
    read: () => call(readBooksCustomer, { params: { id } }),
    valuesOf: ({ name, isShared }) => ({ name: name ?? '', isShared }),
    describe: ({ name }) => [['name', 'Customer name', name ?? 'Same as the folder']],
    failure: 'Couldn’t save the customer name',
    send: (body, ifMatch) => call(changeBooksCustomer, { params: { id }, body, ifMatch }),
    success: 'Customer name saved',
    queryKey: ['books'],
    onClose,
  })
  return (
    <FormDialog
      title={`Edit customer name for ${clientFolderName}`}
      description={texts.customerName}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Customer name"
          optional
          help={texts.folderName(clientFolderName)}
          maxLength={100}
          autoComplete="off"
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <CheckboxField
          label="Another client may have the same name"
          help={texts.shared}
          {...form.register('isShared')}
        />
      </div>
    </FormDialog>
  )
}
