// Renders a signature: typed in a script face, or drawn.
import type { Stroke } from '../../domain/signature.ts'
import { pictureOf } from './strokes.ts'

/** `name` as the signer typed it. */
export type GivenSignature = { kind: 'typed'; name: string } | { kind: 'drawn'; name: string; strokes: Stroke[] }

export function signaturePicture(given: GivenSignature) {
  if (given.kind === 'typed') return given
  const { svg, ratio } = pictureOf(given.strokes)
  return { kind: given.kind, name: given.name, picture: svg, ratio }
}
