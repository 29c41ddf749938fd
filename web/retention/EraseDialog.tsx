import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createErasure } from '../../api/retention.ts'
import { ErasureInput, type ErasureLine, type ErasurePlan } from '../../domain/retention.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { planFor } from './queries.ts'
import { texts } from './words.ts'

type EraseDialogProps = { folderId: string; onClose: () => void; onErased: () => void }

/** The dry run, and, where nothing is in the way, the erasure itself, with the name typed. */
export function EraseDialog({ folderId, onClose, onErased }: EraseDialogProps) {
  const query = useQuery(planFor(folderId))
  const client = useQueryClient()
  const form = usePortalForm({
    schema: ErasureInput,
    defaultValues: { confirmation: '' },
    failure: 'Nothing was deleted.',
    send: (body, idempotencyKey) => call(createErasure, { params: { id: folderId }, body, idempotencyKey }),
    onSent: async () => {
      toast.success(texts.deleting)
      onErased()
      await client.invalidateQueries({ queryKey: ['erasures'] })
    },
  })
  const plan = query.data
  const isFree = plan !== undefined && plan.obstacles.length === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={plan === undefined ? 'Delete client data' : `Delete client data of ${plan.clientFolderName}`}
      description={texts.review}
      width="wide"
      dirty={form.formState.isDirty}
      onSubmit={form.submit}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" variant="danger" disabled={!isFree} pending={form.pending} pendingLabel="Deleting...">
            Permanently delete
          </Button>
        </>
      }
    >
      <FormProblem problem={form.problem} />
      {query.isPending ? (
        <SkeletonRows />
      ) : plan === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid gap-6">
          <Plan plan={plan} />
          {isFree && (
            <TextField
              label={`Type the name of the folder: ${plan.clientFolderName}`}
              autoComplete="off"
              error={form.errorOf('confirmation')}
              {...form.register('confirmation')}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Plan({ plan }: { plan: ErasurePlan }) {
  const { obstacles, warnings, personName, goes, stays } = plan
  return (
    <>
      {obstacles.length > 0 && (
        <div role="status" className="rounded-md bg-warn-soft px-3.5 py-3 text-body text-warn">
          <p className="font-semibold">Can’t be deleted now</p>
          <Sentences of={obstacles} />
        </div>
      )}
      <Lines
        title="Will be permanently deleted"
        note={
          personName === null
            ? 'No account will be deleted: the client has another folder, or there is no client account.'
            : `Includes the account of ${personName}.`
        }
        lines={goes}
      />
      <Lines title="Will be retained, and why" lines={stays} />
      <section>
        <h3 className="text-panel text-ink">Before you continue</h3>
        <div className="mt-1 text-body text-ink-2">
          <Sentences of={warnings} />
        </div>
      </section>
    </>
  )
}

const Sentences = ({ of }: { of: string[] }) => (
  <ul className="list-disc pl-5">
    {of.map((sentence) => (
      <li key={sentence} className="mt-1 wrap-anywhere">
        {sentence}
      </li>
    ))}
  </ul>
)

function Lines({ title, note, lines }: { title: string; note?: string; lines: ErasureLine[] }) {
  return (
    <section>
      <h3 className="text-panel text-ink">{title}</h3>
      {note !== undefined && <p className="mt-0.5 text-meta text-ink-3">{note}</p>}
      {lines.length === 0 ? (
        <p className="mt-1 text-body text-ink-2">Nothing.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {lines.map(({ what, count, why }) => (
            <li key={what} className="flex gap-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="text-body text-ink">{what}</p>
                {why !== null && <p className="text-meta text-ink-3">{why}</p>}
              </div>
              <p className="text-body text-ink tabular-nums">{count.toLocaleString('en-US')}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
