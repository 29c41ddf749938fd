import { changeDocument } from '../../api/documents.ts'
import { changeContractSigners, changeDocumentSigners } from '../../api/signatures.ts'
import type { ContractDetails } from '../../domain/contract.ts'
import type { DocumentView } from '../../domain/document.ts'
import { isPending, type Signer, SignersChange, type SignerChoice } from '../../domain/signer.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SignerFields } from './SignerFields.tsx'

/** What is signed, and how a change is sent. */
interface Target {
  noun: 'contracts' | 'documents'
  folderId: string
  signers: readonly Signer[]
  signBy: string | null
  send: (change: SignersChange) => Promise<unknown>
}

const pendingOf = (signers: readonly Signer[]): SignerChoice[] =>
  signers.filter(isPending).flatMap(({ userId, position }) => (userId === null ? [] : [{ userId, position }]))

type SignersDialogProps = { target: Target; title: string; submit: string; success: string; onClose: () => void }

function SignersDialog({ target, title, submit, success, onClose }: SignersDialogProps) {
  const { noun, folderId, signers, signBy, send } = target
  const form = useSaveForm({
    schema: SignersChange,
    defaultValues: { signers: pendingOf(signers), signBy: signBy ?? '' },
    failure: 'Couldn’t save the signers',
    send: (change) => send(change),
    success,
    queryKey: [noun],
    onClose,
  })
  const chosen = form.watch('signers')
  const given = signers.filter(({ status }) => status === 'signed')
  return (
    <FormDialog
      title={title}
      {...(given.length > 0
        ? { description: `Already signed: ${given.map(({ name }) => name ?? 'the client').join(', ')}.` }
        : {})}
      form={form}
      submit={submit}
      submitting="Saving..."
      onClose={onClose}
    >
      <SignerFields
        folderId={folderId}
        noun={noun}
        // For a new request, only the client is chosen at first.
        value={signers.length === 0 && chosen.length === 0 ? undefined : chosen}
        signedIds={given.map(({ userId }) => userId)}
        error={form.errorOf('signers')}
        onChange={(next) =>
          form.setValue('signers', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        signBy={form.register('signBy')}
        signByError={form.errorOf('signBy')}
      />
    </FormDialog>
  )
}

export function ContractSignersDialog({ contract, onClose }: { contract: ContractDetails; onClose: () => void }) {
  const { id, version, clientFolderId: folderId, signers, signBy } = contract
  const send = (body: SignersChange) => call(changeContractSigners, { params: { id }, body, ifMatch: version })
  return (
    <SignersDialog
      target={{ noun: 'contracts', folderId, signers, signBy, send }}
      title="Change signers?"
      submit="Save signers"
      success="Signers updated"
      onClose={onClose}
    />
  )
}

export function DocumentSignersDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, version, clientFolderId: folderId, signers, signBy } = document
  const send = (body: SignersChange) => call(changeDocumentSigners, { params: { id }, body, ifMatch: version })
  return (
    <SignersDialog
      target={{ noun: 'documents', folderId, signers, signBy, send }}
      title="Change signers?"
      submit="Save signers"
      success="Signers updated"
      onClose={onClose}
    />
  )
}

/** Requests signatures on a document, with only the client chosen at first. */
export function RequestSignaturesDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, version, clientFolderId: folderId } = document
  const send = ({ signers, signBy }: SignersChange) =>
    call(changeDocument, {
      params: { id },
      body: { requiresSignature: true, signBy, ...(signers.length > 0 ? { signers } : {}) },
      ifMatch: version,
    })
  return (
    <SignersDialog
      target={{ noun: 'documents', folderId, signers: [], signBy: null, send }}
      title="Request signatures?"
      submit="Request signatures"
      success="Signature requested"
      onClose={onClose}
    />
  )
}
