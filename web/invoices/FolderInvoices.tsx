import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { startTransition, useMemo, useOptimistic, useState } from 'react'
import { createInvoice } from '../../api/invoices.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { useChangeFolder } from '../client-folders/changes.ts'
import { FolderAgreementList, useFolderAgreements } from '../client-folders/FolderAgreementList.tsx'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { useNow } from '../kit/now.ts'
import { RetainerBalance } from '../retainers/RetainerBalance.tsx'
import { useMay } from '../session/use-may.ts'
import { InvoiceRow } from './ClientRow.tsx'
import { folderColumnsOf } from './columns.tsx'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'
import { blankInvoice } from './invoice-form.ts'
import { invoicesFound } from './queries.ts'
import { statusChoices } from './words.ts'

/** A folder's invoices as the team sees them, the statement, and whether reminders go out. */
export function FolderInvoices({ folder }: { folder: ClientFolderView }) {
  const { id, allowed } = folder
  const list = useFolderAgreements()
  const status = InvoiceStatus.options.find((each) => each === list.status)
  const query = useInfiniteQuery(invoicesFound({ folderId: id, status, order: list.order, limit: 20 }))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay(createInvoice) && allowed.includes('add')
  const now = useNow()
  const columns = useMemo(() => folderColumnsOf(now), [now])
  return (
    <>
      <RetainerBalance folderId={id} className="border-b border-line px-4 py-3 sm:px-5" />
      <FolderAgreementList
        noun="invoices"
        folderId={id}
        list={list}
        query={query}
        statuses={statusChoices(true)}
        columns={columns}
        titleOf={({ invoiceNumber }) => invoiceNumber}
        row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} now={now} />}
        actions={
          <Link to="/client-folders/$id/statement" params={{ id }} className={buttonStyle()}>
            Statement
          </Link>
        }
        create={
          mayCreate && (
            <Button onClick={() => setCreating(true)}>
              <Plus />
              Create Invoice
            </Button>
          )
        }
        none="Invoices for this client will appear here."
      />
      <Reminders folder={folder} />
      {creating && <CreateInvoiceDialog initial={blankInvoice(id)} onClose={() => setCreating(false)} />}
    </>
  )
}

/** Turns reminders about unpaid invoices on or off for the folder. */
function Reminders({ folder }: { folder: ClientFolderView }) {
  const change = useChangeFolder(folder)
  const mayChange = folder.allowed.includes('edit')
  // Shows the choice while it is being saved, and the old one again if saving failed.
  const [remindersPaused, show] = useOptimistic(folder.remindersPaused)
  const pause = (isPaused: boolean) =>
    startTransition(async () => {
      show(isPaused)
      // A toast says that it failed (useChangeFolder).
      await change.mutateAsync({ remindersPaused: isPaused }).catch(() => undefined)
    })
  return (
    <div className="border-t border-line px-4 py-3 sm:px-5">
      <label className="flex min-h-6 items-center gap-2.5 text-body text-ink coarse:min-h-11">
        <input
          type="checkbox"
          role="switch"
          aria-checked={!remindersPaused}
          className="size-4 shrink-0 accent-primary"
          checked={!remindersPaused}
          disabled={!mayChange || change.isPending}
          onChange={() => pause(!remindersPaused)}
        />
        Send payment reminders
      </label>
      <p className="text-meta text-ink-3">
        {remindersPaused ? 'Paused for this client.' : '3 days before the due date, and 1, 7, 14, and 30 days after.'}
      </p>
    </div>
  )
}
