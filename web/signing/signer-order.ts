// The order of signers as a form edits it: a list, in which one can sign at the same time as the one above.
import type { SignerChoice } from '../../domain/signer.ts'

/** The same list with positions from 1 without gaps; signers with the same position still share one. */
export function numbered(signers: readonly SignerChoice[]): SignerChoice[] {
  let last = 0
  return signers.map((signer, index) => {
    const above = signers[index - 1]
    if (above === undefined || above.position !== signer.position) last++
    return { ...signer, position: last }
  })
}

/** Moves a signer up (-1) or down (1), swapping positions with the other one. */
export function moved(signers: readonly SignerChoice[], index: number, by: -1 | 1): SignerChoice[] {
  const [one, other] = [signers[index], signers[index + by]]
  if (one === undefined || other === undefined) return [...signers]
  const next = [...signers]
  next[index] = { ...other, position: one.position }
  next[index + by] = { ...one, position: other.position }
  return next
}

/** Lets a signer sign at the same time as the one above, or after them. */
export function joined(signers: readonly SignerChoice[], index: number, isTogether: boolean): SignerChoice[] {
  const steps = signers.map((signer, at) => {
    const above = signers[at - 1]
    if (above === undefined) return 1
    return at === index ? Number(!isTogether) : Number(signer.position !== above.position)
  })
  let position = 0
  return signers.map((signer, at) => ({ ...signer, position: (position += steps[at] ?? 1) }))
}
