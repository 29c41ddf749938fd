import type { PointGroup } from 'signature_pad'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import type { SigningForm } from './use-signing.ts'

type SignatureFieldsProps = { form: SigningForm; drawing: PointGroup[]; onDrawing: (drawing: PointGroup[]) => void }

const loadPen = () => import('./DrawnSignature.tsx')

/** The name, and how it is signed: typed first, since everyone can do that anywhere. */
export function SignatureFields({ form, drawing, onDrawing }: SignatureFieldsProps) {
  const kind = form.watch('kind')
  return (
    <div className="space-y-4">
      <TextField label="Your full name" autoComplete="name" error={form.errorOf('name')} {...form.register('name')} />
      <ChoiceGroup
        label="Your signature"
        kind="radio"
        look="tiles"
        choices={[
          { value: 'typed', label: 'Type it' },
          { value: 'drawn', label: 'Draw it' },
        ]}
        error={form.errorOf('kind')}
        {...form.register('kind')}
      />
      {kind === 'drawn' && <Pen drawing={drawing} onDrawing={onDrawing} error={form.errorOf('strokes')} />}
    </div>
  )
}

function Pen(props: { drawing: PointGroup[]; onDrawing: (drawing: PointGroup[]) => void; error: string | undefined }) {
  const pen = useLazyCode(loadPen, true)
  return pen === null ? <Skeleton className="h-44 w-full" /> : <pen.DrawnSignature {...props} />
}
