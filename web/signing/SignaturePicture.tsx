import type { CSSProperties } from 'react'
import type { Stroke } from '../../domain/signature.ts'
import { pathOf } from './drawing.ts'

type SignaturePictureProps = {
  kind: 'typed' | 'drawn'
  name: string
  strokes: readonly Stroke[]
}

/** A signature as it will be printed, as large as what it is in. */
export function SignaturePicture({ kind, name, strokes }: SignaturePictureProps) {
  if (kind === 'typed')
    return (
      <span
        className="signature-name block max-w-full truncate font-script leading-normal text-ink"
        style={{ '--letters': name.length + 1 } as CSSProperties}
      >
        {name || ' '}
      </span>
    )
  const { viewBox, path } = pathOf(strokes)
  return (
    <svg
      viewBox={viewBox}
      role="img"
      aria-label={`Handwritten signature of ${name}`}
      className="block h-full max-w-full text-ink"
      preserveAspectRatio="xMinYMid meet"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
