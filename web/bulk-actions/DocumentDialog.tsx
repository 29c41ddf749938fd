import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { bulkContents } from '../../domain/bulk-action.ts'
import { faultOf } from '../documents/check-file.ts'
import { ChooseFilesButton } from '../documents/ChooseFilesButton.tsx'
import { useSendFile } from '../documents/use-send-file.ts'
import { sentenceOf } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { DateField } from '../kit/TextField.tsx'
import { useUser } from '../session/use-auth.ts'
import { type BulkFormProps, useBulkForm } from './use-bulk-form.ts'
import { texts } from './words.ts'

/** One file, and whether each client signs it. It is uploaded when it is chosen. */
export function DocumentDialog(props: BulkFormProps) {
  const user = useUser()
  const send = useSendFile()
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'document',
    schema: bulkContents.document,
    defaultValues: {
      documentURL: '',
      fileName: '',
      originalName: '',
      fileSize: 0,
      mimeType: '',
      requiresSignature: false,
      signBy: '',
    },
  })
  const { register, errorOf, setValue, setError, clearErrors, watch } = form
  const uploading = useMutation({
    mutationFn: send,
    onSuccess: (sent) => {
      for (const [name, value] of Object.entries(sent))
        setValue(name as keyof typeof sent, value, { shouldDirty: true })
      clearErrors('documentURL')
    },
    onError: (error) => setError('documentURL', { message: sentenceOf(error, 'Couldn’t upload the file') }),
  })
  const [name, requiresSignature] = watch(['originalName', 'requiresSignature'])
  const problem = errorOf('documentURL') ?? errorOf('requiresSignature')
  return (
    <FormDialog {...dialog} disabled={dialog.disabled || uploading.isPending}>
      <div className="space-y-4">
        <div>
          <p className="text-body font-semibold text-ink">Document</p>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-2">
            <ChooseFilesButton
              inputLabel="Document"
              multiple={false}
              pending={uploading.isPending}
              onFiles={([file]) => {
                if (file === undefined) return
                const fault = faultOf(file, user)
                if (fault === null) uploading.mutate(file)
                else setError('documentURL', { message: fault })
              }}
            >
              <Upload />
              {name === '' ? 'Choose file' : 'Choose another file'}
            </ChooseFilesButton>
            {name !== '' && <span className="min-w-0 text-body wrap-anywhere text-ink">{name}</span>}
          </div>
          {problem !== undefined && (
            <p role="alert" className="mt-1.5 text-body text-danger">
              {problem}
            </p>
          )}
        </div>
        <CheckboxField label="Request a signature" help={texts.signed} {...register('requiresSignature')} />
        {requiresSignature && (
          <DateField label="Sign by" optional help="Eastern Time" error={errorOf('signBy')} {...register('signBy')} />
        )}
      </div>
    </FormDialog>
  )
}
