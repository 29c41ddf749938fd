import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { FormProblem } from './FormProblem.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  width?: 'regular' | 'wide'
  /** What usePortalForm answered. */
  form: {
    submit: (event?: SyntheticEvent) => void
    pending: boolean
    problem: string | null
    formState: { isDirty: boolean }
  }
  /** The button's words, and those while it works. */
  submit: string
  submitting: string
  /** Nothing to send yet: no line, for instance. */
  disabled?: boolean
  /** At the left of the footer: what it comes to, live. */
  total?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog that is a form: asks before it throws typed work away, says what is wrong with the whole above the fields. */
export function FormDialog({
  title,
  description,
  width,
  form,
  submit,
  submitting,
  disabled,
  total,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      width={width}
      dirty={form.formState.isDirty}
      onSubmit={form.submit}
      footer={
        <>
          {total !== undefined && <div className="mr-auto text-body text-ink-2">{total}</div>}
          <div className="flex flex-wrap justify-end gap-2">
            <DialogCancel />
            <Button
              type="submit"
              variant="primary"
              disabled={disabled}
              pending={form.pending}
              pendingLabel={submitting}
            >
              {submit}
            </Button>
          </div>
        </>
      }
    >
      <FormProblem problem={form.problem} />
      {children}
    </Dialog>
  )
}
