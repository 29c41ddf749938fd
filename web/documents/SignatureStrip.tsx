import { PenLine } from 'lucide-react'
import { awaitsSignature, type Document } from '../../domain/document.ts'

const small = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** "Two documents are waiting for your signature." */
function signatureSentence(count: number, whose: string): string {
  const number = small[count] ?? String(count)
  return `${number} ${count === 1 ? 'document is' : 'documents are'} waiting for ${whose} signature.`
}

type SignatureStripProps = {
  count: number
  whose: 'your' | 'the client’s'
}

export const awaitingIn = (documents: readonly Document[]) => documents.filter(awaitsSignature).length

/** On top of the folder's sheet while something waits for a signature. */
export function SignatureStrip({ count, whose }: SignatureStripProps) {
  return (
    <div className="edge-forced flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-lg bg-warn-soft px-4 py-3 text-body text-warn sm:px-5">
      <p className="flex min-w-0 items-start gap-3">
        <PenLine size={18} className="mt-px shrink-0" />
        {signatureSentence(count, whose)}
      </p>
    </div>
  )
}
