import type { PointGroup } from 'signature_pad'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { useLate } from '../kit/late.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { SignaturePicture } from './SignaturePicture.tsx'
import type { SigningForm } from './use-signing.ts'

type SignStepProps = { form: SigningForm; drawing: PointGroup[]; onDrawing: (drawing: PointGroup[]) => void }

const loadPen = () => import('./DrawnSignature.tsx')

/** Typed first, since that can be done by everyone and anywhere; drawn for those who like to. */
export function SignStep({ form, drawing, onDrawing }: SignStepProps) {
  const [kind, name] = form.watch(['kind', 'name'])
  return (
    <div className="space-y-5">
      <TextField label="Your full name" autoComplete="name" error={form.errorOf('name')} {...form.register('name')} />
      <ChoiceGroup
        label="How you sign"
        kind="radio"
        look="tiles"
        choices={[
          { value: 'typed', label: 'Type it', detail: 'Your name stands for your signature.' },
          { value: 'drawn', label: 'Draw it', detail: 'With a finger, a pen or the mouse.' },
        ]}
        error={form.errorOf('kind')}
        {...form.register('kind')}
      />
      {kind === 'typed' && (
        <div className="rounded-md border border-line bg-surface px-4 pt-4 pb-2">
          <SignaturePicture kind="typed" name={name} strokes={[]} />
          <p className="mt-1 border-t border-line pt-2 text-meta text-ink-3">This is how it will look.</p>
        </div>
      )}
      {kind === 'drawn' && <Pen drawing={drawing} onDrawing={onDrawing} error={form.errorOf('strokes')} />}
    </div>
  )
}

function Pen(props: { drawing: PointGroup[]; onDrawing: (drawing: PointGroup[]) => void; error: string | undefined }) {
  const pen = useLate(loadPen, true)
  return pen === null ? <Skeleton className="h-44 w-full" /> : <pen.DrawnSignature {...props} />
}
