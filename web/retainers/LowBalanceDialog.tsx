import { changeRetainer } from '../../api/retainers.ts'
import { RetainerInput, type RetainerView } from '../../domain/retainer.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { retainerOf } from './queries.ts'
import { texts } from './words.ts'

/** The balance at which the folder's team is notified. */
export function LowBalanceDialog({ retainer, onClose }: { retainer: RetainerView; onClose: () => void }) {
  const { clientFolderId } = retainer
  const form = useEditForm({
    item: retainer,
    read: (client) => client.fetchQuery({ ...retainerOf(clientFolderId), staleTime: 0 }),
    valuesOf: ({ lowBalance }) => ({ lowBalance }),
    describe,
    schema: RetainerInput,
    failure: 'Couldn’t save the low-balance notice',
    send: (body, ifMatch) => call(changeRetainer, { params: { id: clientFolderId }, body, ifMatch }),
    success: 'Low-balance notice saved',
    queryKey: ['retainers'],
    onClose,
  })
  const { control, errorOf } = form
  return (
    <FormDialog
      title="Low-balance notice"
      description={texts.lowBalance}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <MoneyField
        label="Notify at a balance of"
        optional
        help="Leave empty for no notice."
        name="lowBalance"
        control={control}
        error={errorOf('lowBalance')}
      />
    </FormDialog>
  )
}

const describe = (after: RetainerView): [keyof RetainerView, string, string][] => [
  ['balance', 'Balance', formatMoney(after.balance)],
  ['lowBalance', 'Notify at', after.lowBalance === null ? 'Never' : formatMoney(after.lowBalance)],
]
