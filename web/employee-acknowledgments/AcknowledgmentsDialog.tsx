import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { exportEmployeeAcknowledgments, requestAcknowledgments } from '../../api/employee-acknowledgments.ts'
import {
  type AcknowledgmentRequestResult,
  type AcknowledgmentState,
  acknowledgmentStateLabels,
  type EmployeeAcknowledgment,
  hoursBetweenEmails,
} from '../../domain/employee-acknowledgment.ts'
import type { HandbookView } from '../../domain/handbook.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { acknowledgmentsOf } from './queries.ts'
import { texts } from './words.ts'

interface Props {
  handbook: HandbookView
  canSend: boolean
  onClose: () => void
}

/** The employees with who acknowledged the latest version, and whom to send it to. */
export function AcknowledgmentsDialog({ handbook, canSend, onClose }: Props) {
  const query = useInfiniteQuery(acknowledgmentsOf(handbook.id))
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // All pages are needed to send to all employees.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const now = useNow()
  const employees = query.data?.pages.flatMap((page) => page.items) ?? []
  const ready = employees.filter((employee) => canBeSent(employee, now))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = ready.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const send = useSend(handbook.id, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Handbook acknowledgments"
      description={canSend ? texts.send : 'This folder is archived, so the handbook can’t be sent.'}
      width="wide"
      footer={
        <>
          {employees.length > 0 && (
            <div className="mr-auto">
              <ExportButton
                endpoint={exportEmployeeAcknowledgments}
                params={{ id: handbook.id }}
                query={{}}
                what="acknowledgments"
              />
            </div>
          )}
          <DialogCancel>Close</DialogCancel>
          {canSend && (
            <Button
              variant="primary"
              disabled={chosen.length === 0 || hasNextPage}
              pending={send.isPending}
              pendingLabel="Sending..."
              onClick={() => send.mutate(chosen)}
            >
              {chosen.length === 0 ? 'Send' : `Send to ${numberOf(chosen.length)}`}
            </Button>
          )}
        </>
      }
    >
      <FormProblem problem={send.isError ? sentenceOf(send.error, 'Couldn’t send the handbook. Try again.') : null} />
      <PagedList
        query={query}
        more="Show more employees"
        empty={
          <EmptyState title="No employees yet">
            Add employees with their email addresses in the Employees tab.
          </EmptyState>
        }
      >
        {(items) => (
          <RowList label="Employees">
            {items.map((employee) => (
              <Row
                key={employee.id}
                employee={employee}
                isChosen={chosen.includes(employee.id)}
                onChoose={
                  canSend && canBeSent(employee, now)
                    ? (isOn) =>
                        setLeft((before) => {
                          const next = new Set(before)
                          if (isOn) next.delete(employee.id)
                          else next.add(employee.id)
                          return next
                        })
                    : null
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Dialog>
  )
}

interface RowProps {
  employee: EmployeeAcknowledgment
  isChosen: boolean
  /** Null if the handbook can't be sent to this employee. */
  onChoose: ((isOn: boolean) => void) | null
}

function Row({ employee, isChosen, onChoose }: RowProps) {
  const { name, jobTitle, state } = employee
  const boxId = useId()
  const isDone = state === 'acknowledged'
  return (
    <li className="flex items-center gap-3 py-2.5">
      {isDone ? (
        <Check className="size-4 shrink-0 text-ok coarse:size-6" />
      ) : (
        <input
          id={boxId}
          type="checkbox"
          className="size-4 shrink-0 accent-primary coarse:size-6"
          checked={isChosen}
          disabled={onChoose === null}
          onChange={({ currentTarget }) => onChoose?.(currentTarget.checked)}
        />
      )}
      <div className="min-w-0 flex-1">
        {isDone ? (
          <p dir="auto" className={nameStyle}>
            {name}
          </p>
        ) : (
          <label htmlFor={boxId} dir="auto" className={nameStyle}>
            {name}
          </label>
        )}
        <p className="text-meta wrap-anywhere text-ink-3">
          {jobTitle} · {useStateNote(employee)}
        </p>
      </div>
      <Badge tone={tones[state]}>{acknowledgmentStateLabels[state]}</Badge>
    </li>
  )
}

const nameStyle = 'block text-body font-semibold wrap-anywhere own-direction text-ink'

const tones = { 'not-sent': 'neutral', sent: 'warn', acknowledged: 'ok' } as const satisfies Record<
  AcknowledgmentState,
  string
>

function useStateNote({
  state,
  email,
  lastSentAt,
  acknowledgedAt,
  signedName,
  shownIn,
}: EmployeeAcknowledgment): string {
  const now = useNow()
  if (state === 'acknowledged' && acknowledgedAt !== null)
    return `${formatDateTime(acknowledgedAt, now)}, signed as ${signedName}${shownIn === 'es' ? ', shown in Spanish' : ''}`
  if (lastSentAt !== null) return `Last emailed ${formatDateTime(lastSentAt, now)}`
  return email ?? 'No email address'
}

const canBeSent = ({ state, email, lastSentAt }: EmployeeAcknowledgment, now: Date) =>
  state !== 'acknowledged' &&
  email !== null &&
  (lastSentAt === null || now.getTime() - Date.parse(lastSentAt) >= hoursBetweenEmails * 3_600_000)

const numberOf = (count: number) => `${count} ${count === 1 ? 'employee' : 'employees'}`

const resultOf = ({ sent, skipped }: AcknowledgmentRequestResult) =>
  `Handbook sent to ${numberOf(sent)}${skipped === 0 ? '' : `, ${skipped} skipped`}`

function useSend(handbookId: string, onClose: () => void) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  return useMutation({
    mutationFn: (employeeIds: string[]) =>
      signedIn(signInAgain, () => call(requestAcknowledgments, { params: { id: handbookId }, body: { employeeIds } })),
    onSuccess: (result) => {
      toast.success(resultOf(result))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['handbooks'] }),
  })
}
