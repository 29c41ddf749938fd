import { SignaturePicture } from './SignaturePicture.tsx'
import type { SigningForm } from './use-signing.ts'

/** The signature at its place, as it will be printed; a press leads to where it is entered. */
export function SignHere({ form, onPress }: { form: SigningForm; onPress: () => void }) {
  const [kind, name, strokes] = form.watch(['kind', 'name', 'strokes'])
  const isDrawn = kind === 'drawn' && (strokes?.length ?? 0) > 0
  return (
    <button
      type="button"
      id="sign-here"
      onClick={onPress}
      className="relative flex size-full items-end overflow-visible rounded-sm border-2 border-dashed border-primary bg-info-soft/60 px-2 text-left"
    >
      <span className="edge-forced absolute -top-3 right-2 rounded-sm bg-primary px-1.5 text-micro font-semibold text-on-primary">
        Sign here
      </span>
      <span className="sr-only">: your signature will be </span>
      <span className="signature-line flex size-full min-w-0 items-end overflow-hidden">
        {kind === 'drawn' ? (
          isDrawn && <SignaturePicture kind="drawn" name={name} strokes={strokes ?? []} />
        ) : (
          <SignaturePicture kind="typed" name={name} strokes={[]} />
        )}
      </span>
    </button>
  )
}
