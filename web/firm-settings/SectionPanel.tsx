import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../kit/Button.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'

type SectionPanelProps = {
  title: string
  note: ReactNode
  form: {
    submit: (event?: SyntheticEvent) => void
    pending: boolean
    problem: string | null
    formState: { isDirty: boolean }
  }
  /** What the section looks like with the values in its fields. */
  preview?: ReactNode
  children: ReactNode
}

/** One section of the settings: its fields, its button, and a preview. */
export function SectionPanel({ title, note, form, preview, children }: SectionPanelProps) {
  const fields = (
    <form noValidate onSubmit={form.submit} aria-label={title}>
      <FormProblem problem={form.problem} />
      <div className="grid grid-cols-1 gap-4">{children}</div>
      <Button
        type="submit"
        variant="primary"
        className="mt-5"
        disabled={!form.formState.isDirty}
        pending={form.pending}
        pendingLabel="Saving..."
      >
        Save changes
      </Button>
    </form>
  )
  if (preview === undefined)
    return (
      <Panel title={title} note={note} className="max-w-[48rem]">
        {fields}
      </Panel>
    )
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <Panel title={title} note={note}>
        {fields}
      </Panel>
      <section aria-label="Preview" className="min-w-0">
        <h2 className="mb-2 text-panel text-ink">Preview</h2>
        {preview}
      </section>
    </div>
  )
}
