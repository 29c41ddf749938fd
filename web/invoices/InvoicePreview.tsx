import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { InvoiceView } from '../../domain/invoice.ts'
import { CalendarDate } from '../../domain/text.ts'
import { folderById } from '../client-folders/queries.ts'
import { contractById } from '../contracts/queries.ts'
import { portalConfig } from '../kit/config.ts'
import { officeDay } from '../kit/dates.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { formTotalOf } from '../kit/lines.ts'
import { useNow } from '../kit/now.ts'
import { formTotals, type InvoiceFormValues, lineColumns } from './invoice-form.ts'
import { useTaxOf } from './InvoiceFields.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'

type InvoicePreviewProps<Sent> = {
  form: PortalForm<InvoiceFormValues, Sent>
  /** The one that is edited. */
  invoice?: InvoiceView
}

/** A live preview of the invoice as it will be printed. */
export function InvoicePreview<Sent>({ form, invoice }: InvoicePreviewProps<Sent>) {
  const now = useNow()
  const values = useDeferredValue(
    useWatch({ control: form.control, compute: (all: InvoiceFormValues) => structuredClone(all) }),
  )
  const { clientFolderId, contractId, lineItems, dueDate, description } = values
  const folder = useQuery({ ...folderById(clientFolderId), enabled: clientFolderId !== '' }).data
  const contract = useQuery({ ...contractById(contractId ?? ''), enabled: Boolean(contractId) }).data
  const { tax } = useTaxOf(clientFolderId)
  const totals = formTotals(lineItems, tax)
  return (
    <InvoiceSheet
      invoice={{
        invoiceNumber: invoice?.invoiceNumber ?? 'Draft',
        status: 'draft',
        clientFolderName: folder?.name ?? '…',
        sentAt: null,
        dueDate: CalendarDate.safeParse(dueDate).success ? dueDate : officeDay(now),
        description: description?.trim() || null,
        reason: null,
        issuer: { ...portalConfig().provider, payment: [] },
        purchaseOrderNumber: folder?.purchaseOrderNumber ?? null,
        contractNumber: contract?.contractNumber ?? null,
        taxMode: tax.mode,
        taxRate: tax.rate,
        taxExempt: tax.isExempt,
        taxExemptionNumber: folder?.taxExemptionNumber ?? null,
        lineItems: lineItems.map((line) => ({
          ...line,
          description: line.description.trim() || '…',
          total: formTotalOf(line, lineColumns),
        })),
        ...totals,
        amountPaid: 0,
        balance: totals.total,
      }}
    />
  )
}
