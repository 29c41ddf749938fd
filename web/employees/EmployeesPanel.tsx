import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { type EmployeeView, workTypeLabels } from '../../domain/employee.ts'
import { languageLabels } from '../../domain/language.ts'
import { SentToEmployees } from '../employee-acknowledgments/SentToEmployees.tsx'
import { Button } from '../kit/Button.tsx'
import { formatDateWithYear } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useSearchParams } from '../kit/url-state.ts'
import { AddEmployeeDialog, EditEmployeeDialog } from './EmployeeDialogs.tsx'
import { ImportEmployeesDialog } from './ImportEmployeesDialog.tsx'
import { employeesOf } from './queries.ts'

/** The employees of a client, with how many of their deadlines are open. */
export function EmployeesPanel({ folderId, canAdd }: { folderId: string; canAdd: boolean }) {
  const query = useInfiniteQuery(employeesOf(folderId))
  const hasActionsAbove = useActionsAbove(query)
  const [open, setOpen] = useState<EmployeeView | 'new' | 'import' | null>(null)
  const [, changeSearch] = useSearchParams()
  const add = (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => setOpen('import')}>
        <Upload />
        Import employees
      </Button>
      <Button onClick={() => setOpen('new')}>
        <Plus />
        Add employee
      </Button>
    </div>
  )
  return (
    <>
      <SentToEmployees folderId={folderId} canSend={canAdd} />
      {canAdd && hasActionsAbove && (
        <div className="flex justify-end border-b border-line px-4 py-2 sm:px-5">{add}</div>
      )}
      <PagedList
        query={query}
        more="Show more employees"
        empty={
          <EmptyState title="No employees yet" action={canAdd && add}>
            Employees will appear here with their deadlines, such as Form I-9, when{' '}
            {canAdd ? 'you add them.' : 'they’re added.'}
          </EmptyState>
        }
      >
        {(employees) => (
          <RowList label="Employees">
            {employees.map((employee) => (
              <li key={employee.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5">
                <div className="min-w-0 flex-1 basis-60">
                  <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
                    {employee.name}
                  </p>
                  <p className="text-meta wrap-anywhere text-ink-3">{factsOf(employee)}</p>
                </div>
                {employee.openDeadlines > 0 && (
                  <Badge tone="info">
                    {employee.openDeadlines} open {employee.openDeadlines === 1 ? 'deadline' : 'deadlines'}
                  </Badge>
                )}
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() => changeSearch({ tab: 'training', employee: employee.id }, { replace: false })}
                >
                  Training<span className="sr-only"> of {employee.name}</span>
                </Button>
                {employee.allowed.includes('edit') && (
                  <Button size="small" variant="ghost" onClick={() => setOpen(employee)}>
                    Edit<span className="sr-only"> {employee.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
      {open === 'new' && <AddEmployeeDialog folderId={folderId} onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportEmployeesDialog folderId={folderId} onClose={() => setOpen(null)} />}
      {open !== null && typeof open !== 'string' && (
        <EditEmployeeDialog employee={open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

const factsOf = ({ jobTitle, workType, startDate, endDate, language }: EmployeeView) =>
  [
    jobTitle,
    workTypeLabels[workType],
    `since ${formatDateWithYear(startDate)}`,
    ...(endDate === null ? [] : [`last day ${formatDateWithYear(endDate)}`]),
    ...(language === 'en' ? [] : [`emails in ${languageLabels[language]}`]),
  ].join(', ')
