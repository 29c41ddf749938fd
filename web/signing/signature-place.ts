// Where someone signs on a contract that the portal printed: on the next free line of their side (contract.typ).
import type { PdfPlace } from '../kit/pdf/PdfPages.tsx'
import type { PdfText } from '../kit/pdf/pdf-js.ts'

const labels = { client: /^For the client\b/, firm: /^For the provider\b/ } as const
/** Below the line of a signer; the place of who issued the contract has none. */
const nameLine = /^Name:/

/** In points, as the template sets them: the line's height and what is between it and its label. */
const size = { width: 216, height: 50 }
const belowLabel = 7
/** The name is below the line, this far from the label at most. */
const reach = 110

/**
 * The place of a signer; null on a document that has none.
 * @param index how many of their side have signed before
 */
export function signaturePlace(
  pages: readonly PdfText[][],
  { side, index }: { side: 'client' | 'firm'; index: number },
): PdfPlace | null {
  const places = pages.flatMap((texts, page) =>
    texts
      .filter((each) => labels[side].test(each.text) && hasNameBelow(texts, each))
      .map(({ x, y }) => ({ page, left: x, top: y + belowLabel, ...size })),
  )
  return places[index] ?? null
}

const hasNameBelow = (texts: readonly PdfText[], { x, y }: PdfText) =>
  texts.some((each) => Math.abs(each.x - x) < 4 && each.y > y && each.y - y < reach && nameLine.test(each.text))
