import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSpreadsheet, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { createInvoice, exportInvoiceList, exportInvoices } from '../../api/invoices.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { paperFilterNames, PaperFilters } from '../client-folders/PaperFilters.tsx'
import { PaperList } from '../client-folders/PaperList.tsx'
import { Button } from '../kit/Button.tsx'
import { useNow } from '../kit/now.ts'
import { useCreating } from '../kit/creating.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useListState } from '../kit/ListFilters.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { OwnStatements } from '../statements/OwnStatements.tsx'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { blankInvoice } from './invoice-form.ts'
import { invoicesFound, invoicesQuery } from './queries.ts'
import { orders, statusChoices } from './words.ts'

/** Invoices: the team's of all their clients, a client's own. What is searched stands in the address. */
export default function InvoicesPage() {
  const state = useListState(paperFilterNames, 'order')
  const { q, folder, order } = state.values
  const [creating, setCreating] = useCreating()
  const [exporting, setExporting] = useState(false)
  const now = useNow()
  const mayCreate = useMay(createInvoice)
  const mayExport = useMay(exportInvoices)
  const isTeam = useSeesFolders()
  const status = InvoiceStatus.options.find((each) => each === state.values.status)
  const filter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(invoicesFound(filter))
  return (
    <>
      <PageHeader
        home={useHome()}
        title={mayCreate ? 'Invoice Management' : 'Invoices'}
        description={
          isTeam
            ? 'What your clients owe, and what they have paid.'
            : 'What you owe, until when, and what you have paid.'
        }
        actions={
          <>
            {!isTeam && <OwnStatements />}
            {mayExport && (
              <Button onClick={() => setExporting(true)}>
                <FileSpreadsheet />
                Export
              </Button>
            )}
            {mayCreate && (
              <Button variant="primary" onClick={() => setCreating(true)}>
                <Plus />
                Create Invoice
              </Button>
            )}
          </>
        }
      />
      <PaperFilters
        what="invoices"
        state={state}
        statuses={statusChoices(isTeam)}
        orders={orders}
        byFolder={isTeam}
        csv={exportInvoiceList}
        query={invoicesQuery(filter)}
      />
      <PaperList
        what="invoice"
        query={query}
        state={state}
        looksAt="numbers, descriptions and client folders"
        none={
          mayCreate
            ? 'Write one from a contract or line by line, send it, and record what comes in.'
            : 'An invoice stands here from the day it is sent.'
        }
      >
        {(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} now={now} />}
      </PaperList>
      {mayCreate && creating && (
        <CreateInvoiceDialog initial={blankInvoice(folder)} onClose={() => setCreating(false)} />
      )}
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
