import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useMemo, useState } from 'react'
import { createInvoice, exportInvoiceList, exportInvoices, readInvoicePdf } from '../../api/invoices.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { AgreementListPage, useAgreementList } from '../client-folders/AgreementListPage.tsx'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { MenuLink } from '../kit/Menu.tsx'
import { useNow } from '../kit/now.ts'
import { UnappliedPayments } from '../payments-online/UnappliedPayments.tsx'
import { useMay } from '../session/use-may.ts'
import { OwnStatements } from '../statements/OwnStatements.tsx'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { BalanceDue } from './BalanceDue.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { PayLink } from './PayLink.tsx'
import { columnsOf } from './columns.tsx'
import { useInvoiceBulk } from './bulk.ts'
import { blankInvoice } from './invoice-form.ts'
import { invoicesFound, invoicesQuery } from './queries.ts'
import { newest, orders, statusChoices } from './words.ts'

/** Invoices: the team's of all their clients, a client's own. */
export default function InvoicesPage() {
  const list = useAgreementList()
  const isTeam = useSeesFolders()
  const { q, folder } = list.values
  const order = list.values.order === '' && !isTeam ? 'unpaid' : list.values.order
  const [exporting, setExporting] = useState(false)
  const now = useNow()
  const mayCreate = useMay(createInvoice)
  const mayExport = useMay(exportInvoices)
  const status = InvoiceStatus.options.find((each) => each === list.values.status)
  const filter = { q, status, folderId: folder, order }
  const query = useInfiniteQuery(invoicesFound(filter))
  const columns = useMemo(() => columnsOf(now, isTeam), [now, isTeam])
  const bulk = useInvoiceBulk()
  return (
    <>
      <AgreementListPage
        noun="invoices"
        what="invoice"
        title={mayCreate ? 'Invoice Management' : 'Invoices'}
        description={
          isTeam ? 'Track billed, outstanding, and paid amounts.' : 'View your invoices, due dates, and payments.'
        }
        actions={
          <>
            {!isTeam && <OwnStatements />}
            {mayExport && (
              <Button onClick={() => setExporting(true)}>
                <FileSpreadsheet />
                Accounting export
              </Button>
            )}
          </>
        }
        above={isTeam ? <UnappliedPayments className="mb-5" /> : <BalanceDue className="mb-4" />}
        list={list}
        query={query}
        statuses={statusChoices(isTeam)}
        firstOrder={isTeam ? 'Newest first' : 'Unpaid first'}
        orders={isTeam ? orders : [newest, ...orders]}
        csv={{ endpoint: exportInvoiceList, query: invoicesQuery(filter) }}
        looksAt="invoice number, description, and client name"
        none={
          mayCreate
            ? 'Create one from a contract or line by line, send it, and record payments.'
            : 'Invoices will appear here when we send them.'
        }
        createDialog={
          mayCreate ? (onClose) => <CreateInvoiceDialog initial={blankInvoice(folder)} onClose={onClose} /> : null
        }
        columns={columns}
        titleOf={({ invoiceNumber }) => invoiceNumber}
        bulk={bulk}
        menu={({ id, invoiceNumber }) => (
          <MenuLink>
            <a href={addressOf(readInvoicePdf, { params: { id } })} download={`${invoiceNumber}.pdf`}>
              Download PDF
            </a>
          </MenuLink>
        )}
        rowAction={isTeam ? undefined : (invoice) => <PayLink invoice={invoice} />}
        card={(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} now={now} />}
      />
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
