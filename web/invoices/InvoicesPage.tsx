import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { createInvoice, exportInvoiceList, exportInvoices } from '../../api/invoices.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { PaperListPage, usePaperList } from '../client-folders/PaperListPage.tsx'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { Button } from '../kit/Button.tsx'
import { useNow } from '../kit/now.ts'
import { useMay } from '../session/use-may.ts'
import { OwnStatements } from '../statements/OwnStatements.tsx'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { blankInvoice } from './invoice-form.ts'
import { invoicesFound, invoicesQuery } from './queries.ts'
import { orders, statusChoices } from './words.ts'

/** Invoices: the team's of all their clients, a client's own. */
export default function InvoicesPage() {
  const list = usePaperList()
  const { q, folder, order } = list.values
  const [exporting, setExporting] = useState(false)
  const now = useNow()
  const mayCreate = useMay(createInvoice)
  const mayExport = useMay(exportInvoices)
  const isTeam = useSeesFolders()
  const status = InvoiceStatus.options.find((each) => each === list.values.status)
  const filter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(invoicesFound(filter))
  return (
    <>
      <PaperListPage
        what="invoice"
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
          </>
        }
        list={list}
        query={query}
        statuses={statusChoices(isTeam)}
        orders={orders}
        csv={{ endpoint: exportInvoiceList, query: invoicesQuery(filter) }}
        looksAt="numbers, descriptions and client folders"
        none={
          mayCreate
            ? 'Write one from a contract or line by line, send it, and record what comes in.'
            : 'An invoice stands here from the day it is sent.'
        }
        createDialog={
          mayCreate ? (onClose) => <CreateInvoiceDialog initial={blankInvoice(folder)} onClose={onClose} /> : null
        }
      >
        {(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} now={now} />}
      </PaperListPage>
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
