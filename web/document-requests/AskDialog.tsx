import { createDocumentRequest } from '../../api/document-requests.ts'
import { DocumentRequestInput } from '../../domain/document-request.ts'
import { documentTypeLabels, documentTypes } from '../../domain/document-request-sets.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { SharedFields } from './SharedFields.tsx'

const failure = 'Failed to create document request'

/** Asks the client for one document. */
export function AskDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const form = useSaveForm({
    schema: DocumentRequestInput,
    defaultValues: { title: '', documentType: 'other', description: '', priority: 'medium', dueDate: '' },
    failure,
    send: (body, idempotencyKey) => call(createDocumentRequest, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Document request created successfully',
    queryKey: ['document-requests'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Request a document"
      description="We’ll notify the client to upload it."
      form={form}
      submit="Request document"
      submitting="Requesting..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField label="Title" error={errorOf('title')} {...register('title')} />
        <SelectField
          label="Type"
          choices={choicesOf(documentTypes, documentTypeLabels)}
          error={errorOf('documentType')}
          {...register('documentType')}
        />
        <SharedFields form={form} about="Describe what the document should include." />
      </div>
    </FormDialog>
  )
}
