import type { Stroke } from '../../domain/signature.ts'
import { pathOf } from './drawing.ts'

type SignaturePictureProps = { kind: 'typed' | 'drawn'; name: string; strokes: readonly Stroke[] }

/** A signature as it will stand on paper. */
export function SignaturePicture({ kind, name, strokes }: SignaturePictureProps) {
  if (kind === 'typed')
    return (
      <span className="block max-w-full font-script text-numeral leading-normal wrap-anywhere text-ink">
        {name || ' '}
      </span>
    )
  const { viewBox, path } = pathOf(strokes)
  return (
    <svg
      viewBox={viewBox}
      role="img"
      aria-label={`Handwritten signature of ${name}`}
      className="block h-20 max-w-full text-ink"
      preserveAspectRatio="xMinYMid meet"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
