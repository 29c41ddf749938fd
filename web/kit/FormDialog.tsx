import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { FormProblem } from './FormProblem.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import type { Differences } from './save-form.ts'

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
    /** What useEditForm answered. */
    differences?: Differences | null
  }
  /** The button's words, and those while it works. */
  submit: string
  submitting: string
  /** The words of the button that closes the dialog, where "Cancel" would be ambiguous. */
  keep?: string
  /** Another button that submits the form. */
  otherSubmit?: { label: string; onPress: () => void } | undefined
  /** Nothing to send yet: no line, for instance. */
  disabled?: boolean
  /** On the left of the footer: the current total. */
  total?: ReactNode
  /** A live preview of what the form creates. */
  preview?: ReactNode
  /** Replaces the form after it was submitted; only closing is left. */
  sent?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form: confirms before discarding changes, and shows errors of the whole form above the fields. */
export function FormDialog({
  title,
  description,
  width,
  form,
  submit,
  submitting,
  keep,
  otherSubmit,
  disabled,
  total,
  preview,
  sent,
  onClose,
  children,
}: FormDialogProps) {
  const frame = { open: true, onOpenChange: (open: boolean) => !open && onClose(), title }
  // Reuse the same dialog, so that focus can return to the opener.
  if (sent !== undefined)
    return (
      <Dialog
        {...frame}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {sent}
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      description={description}
      width={width}
      dirty={form.formState.isDirty}
      preview={preview}
      onSubmit={form.submit}
      footer={
        <>
          {total !== undefined && <div className="mr-auto text-body text-ink-2">{total}</div>}
          <div className="flex flex-wrap justify-end gap-2">
            <DialogCancel>{keep}</DialogCancel>
            {otherSubmit !== undefined && (
              <Button disabled={form.pending} onClick={otherSubmit.onPress}>
                {otherSubmit.label}
              </Button>
            )}
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
      <NewerVersion differences={form.differences ?? null} />
      {children}
    </Dialog>
  )
}
