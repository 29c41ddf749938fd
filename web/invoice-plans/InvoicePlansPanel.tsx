import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { changeInvoicePlanStatus, createInvoicePlan } from '../../api/invoice-plans.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { InvoicePlanView } from '../../domain/invoice-plan.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList, Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { useMay } from '../session/use-may.ts'
import { EditInvoicePlanDialog } from './EditInvoicePlanDialog.tsx'
import { NewInvoicePlanDialog } from './NewInvoicePlanDialog.tsx'
import { invoicePlansOf } from './queries.ts'
import { planWords, statusActions, statusBadges, texts } from './words.ts'

/** The recurring invoices of a client, and the invoices that were created. */
export function InvoicePlansPanel({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(invoicePlansOf(folder.id))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay(createInvoicePlan) && folder.allowed.includes('add')
  return (
    <>
      {mayCreate && (
        <div className="flex justify-end border-b border-line px-4 py-3 sm:px-5">
          <Button onClick={() => setCreating(true)}>
            <Plus />
            New recurring invoices
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show earlier recurring invoices"
        empty={
          <EmptyState title="No recurring invoices yet">
            Invoices that repeat every month, quarter, or year will appear here
            {mayCreate ? '.' : ' when an administrator sets them up.'}
          </EmptyState>
        }
      >
        {(plans) => (
          <RowList label="Recurring invoices">
            {plans.map((plan) => (
              <PlanRow key={plan.id} plan={plan} />
            ))}
          </RowList>
        )}
      </PagedList>
      {creating && <NewInvoicePlanDialog folderId={folder.id} onClose={() => setCreating(false)} />}
    </>
  )
}

function PlanRow({ plan }: { plan: InvoicePlanView }) {
  const { status, subtotal, lineItems, description, invoices, allowed } = plan
  const [asks, setAsks] = useState(false)
  const [editing, setEditing] = useState(false)
  const { tone, label } = statusBadges[status]
  const title = description ?? lineItems[0]?.description ?? 'Recurring invoices'
  const change = useChangeStatus(plan, () => setAsks(false))
  return (
    <>
      <Row
        title={title}
        aside={<Badge tone={tone}>{label}</Badge>}
        middle={
          <p className="tabular text-body font-semibold text-ink sm:text-right">
            <Money cents={subtotal} /> <span className="block text-meta font-normal text-ink-3">before tax</span>
          </p>
        }
        meta={
          <>
            {planWords(plan)}
            {invoices.length > 0 && (
              <span className="mt-1 flex flex-wrap gap-x-3">
                {invoices.map(({ id, invoiceNumber }) => (
                  <Link key={id} to="/invoices/$id" params={{ id }} className="link">
                    {invoiceNumber}
                  </Link>
                ))}
              </span>
            )}
          </>
        }
        {...(allowed.length > 0 && {
          action: allowed.map((action) =>
            action === 'edit' ? (
              <Button key={action} size="small" onClick={() => setEditing(true)}>
                Edit<span className="sr-only"> {title}</span>
              </Button>
            ) : (
              <Button
                key={action}
                size="small"
                variant={action === 'end' ? 'ghost' : undefined}
                pending={change.isPending && change.variables === action}
                onClick={() => (action === 'end' ? setAsks(true) : change.mutate(action))}
              >
                {statusActions[action].label}
                <span className="sr-only"> {title}</span>
              </Button>
            ),
          ),
        })}
      />
      <AskDialog
        open={asks}
        title={`End “${title}”?`}
        question={texts.end}
        act="End recurring invoices"
        danger
        pending={change.isPending}
        onCancel={() => setAsks(false)}
        onAct={() => change.mutate('end')}
      />
      {editing && <EditInvoicePlanDialog plan={plan} onClose={() => setEditing(false)} />}
    </>
  )
}

function useChangeStatus(plan: InvoicePlanView, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: keyof typeof statusActions) =>
      call(changeInvoicePlanStatus, {
        params: { id: plan.id },
        body: { status: statusActions[action].status },
        ifMatch: plan.version,
      }),
    onSuccess: (_after, action) => toast.success(statusActions[action].done),
    onError: (error) =>
      toast({
        title: 'Couldn’t update the recurring invoices',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: ['invoice-plans'] })
    },
  })
}
