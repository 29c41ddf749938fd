import { useDeferredValue } from 'react'
import { previewContract } from '../../api/contracts.ts'
import { type TemplateChoice, writeChoice } from '../../domain/agreement-template.ts'
import { CalendarDate } from '../../domain/text.ts'
import { addressOf } from '../kit/call.ts'
import { PdfPages } from '../kit/pdf/PdfPages.tsx'

type ContractPreviewProps = {
  proposalId: string
  startDate: string | undefined
  endDate: string | null | undefined
  template: TemplateChoice | null | undefined
}

const isDate = (text: string | null | undefined) => CalendarDate.safeParse(text).success

/** The contract as the client will see it, with the dates and the template from the form. */
export function ContractPreview({ proposalId, startDate, endDate, template }: ContractPreviewProps) {
  const isInOrder = !isDate(startDate) || !isDate(endDate) || (startDate ?? '') <= (endDate ?? '')
  const query = {
    ...(isDate(startDate) ? { startDate } : {}),
    ...(isDate(endDate) && isInOrder ? { endDate: endDate ?? undefined } : {}),
    ...(template ? { template: writeChoice(template) } : {}),
  }
  const address = useDeferredValue(addressOf(previewContract, { params: { id: proposalId }, query }))
  return (
    <section aria-label="Preview" className="mt-5">
      <h3 className="mb-2 text-panel text-ink">Preview</h3>
      <div className="rounded-md bg-mist p-3 sm:p-4">
        <PdfPages key={address} address={address} downloadAddress={address} />
      </div>
    </section>
  )
}
