import { useQuery } from '@tanstack/react-query'
import { delegateContract, delegateDocument } from '../../api/signatures.ts'
import { DelegationInput } from '../../domain/signer.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { NotFilledIn } from '../kit/NotFilledIn.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { possibleSignersIn } from './queries.ts'
import { texts } from './words.ts'

type DelegateDialogProps = {
  noun: 'contracts' | 'documents'
  item: { id: string; version: number; clientFolderId: string }
  onClose: () => void
}

/** Lets another person at the client's company sign instead. */
export function DelegateDialog({ noun, item: { id, version, clientFolderId }, onClose }: DelegateDialogProps) {
  const { data = [], isError, refetch } = useQuery(possibleSignersIn(clientFolderId, noun))
  const form = useSaveForm({
    schema: DelegationInput,
    defaultValues: { userId: '' },
    failure: 'Couldn’t delegate the signature',
    send: async (body, idempotencyKey) => {
      const given = { params: { id }, body, idempotencyKey, ifMatch: version }
      await (noun === 'contracts' ? call(delegateContract, given) : call(delegateDocument, given))
    },
    success: 'Signature delegated',
    queryKey: [noun],
    onClose,
  })
  return (
    <FormDialog
      title="Delegate your signature?"
      description={texts.delegate}
      form={form}
      submit="Delegate signature"
      submitting="Delegating..."
      onClose={onClose}
    >
      {isError && <NotFilledIn what="Couldn’t load the people who can sign." onRetry={() => void refetch()} />}
      <SelectField
        label="New signer"
        empty="Choose a person"
        choices={data.map(({ userId, name }) => ({ value: userId, label: name }))}
        error={form.errorOf('userId')}
        {...form.register('userId')}
      />
    </FormDialog>
  )
}
