import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { exportTrainingRecords } from '../../api/training-records.ts'
import { TrainingRecordListView } from '../../domain/training-record.ts'
import { employeeById, employeesOf } from '../employees/queries.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { isEmpty, PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { AssignTrainingDialog } from './AssignTrainingDialog.tsx'
import { trainingNamesOf, trainingRecordsOf } from './queries.ts'
import { RecordTrainingDialog } from './TrainingDialogs.tsx'
import { TrainingTable } from './TrainingTable.tsx'

const orders = ['newest', 'oldest', 'employee', 'employee-desc', 'expires'] as const

const views = [
  { value: 'expiring', label: 'Expired, or expires within 60 days' },
  { value: 'void', label: 'Void' },
]

type TrainingPanelProps = { folderId: string; canAdd: boolean; canUpload: boolean }

/** The trainings of a client's employees: the list with its filters, and what records and assigns them. */
export function TrainingPanel({ folderId, canAdd, canUpload }: TrainingPanelProps) {
  const list = useListState(['trainings', 'training', 'employee', 'view', 'order'], 'order')
  const { trainings: q, training, employee, order } = list.values
  const view = TrainingRecordListView.options.find((each) => each === list.values.view)
  const known = orders.find((each) => each === order)
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(training === '' ? {} : { training }),
    ...(employee === '' ? {} : { employeeId: employee }),
    ...(view === undefined ? {} : { view }),
    ...(known === undefined ? {} : { order: known }),
  }
  const query = useInfiniteQuery(trainingRecordsOf(folderId, filter))
  const names = useQuery(trainingNamesOf(folderId)).data
  const people = useEmployeeChoices(folderId, employee)
  const [open, setOpen] = useState<'record' | 'assign' | null>(null)
  const close = () => setOpen(null)
  const none = isEmpty(query) && !list.isFiltered
  const isFirstLoad = query.isPending && !list.isFiltered && order === ''
  const actions = canAdd && (
    <>
      <Button onClick={() => setOpen('assign')}>
        <ClipboardList />
        Assign training
      </Button>
      <Button onClick={() => setOpen('record')}>
        <Plus />
        Record training
      </Button>
    </>
  )
  return (
    <>
      {!none && (
        <div className={classes(isFirstLoad && 'invisible')}>
          <div className="no-print flex flex-wrap justify-end gap-2 border-b border-line px-4 py-2 sm:px-5">
            <ExportButton
              endpoint={exportTrainingRecords}
              params={{ id: folderId }}
              query={filter}
              what="training records"
            />
            {actions}
          </div>
          <ListFilters
            label="Search training records"
            state={list}
            words="trainings"
            filters={[
              { name: 'view', label: 'Show', all: 'All records', choices: views },
              {
                name: 'training',
                label: 'Training',
                all: 'All trainings',
                choices: (names?.recorded ?? []).map((name) => ({ value: name, label: name })),
              },
              { name: 'employee', label: 'Employee', all: 'All employees', choices: people },
            ]}
          />
        </div>
      )}
      <PagedList
        query={query}
        more="Show more training records"
        loading={<SkeletonRows label="Loading training records" rowHeight="h-11" rows={6} />}
        empty={
          list.isFiltered ? (
            <EmptyState
              title="No matching training records"
              action={<Button onClick={list.clear}>Show all training records</Button>}
            />
          ) : (
            <EmptyState
              title="No training records yet"
              action={canAdd && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
            >
              Trainings will appear here when you record that an employee completed one.
            </EmptyState>
          )
        }
      >
        {(records) => (
          <TrainingTable
            folderId={folderId}
            canUpload={canUpload}
            records={records}
            order={order}
            onOrder={(next) => list.set('order', next)}
          />
        )}
      </PagedList>
      {open === 'record' && (
        <RecordTrainingDialog
          folderId={folderId}
          canUpload={canUpload}
          employeeId={employee === '' ? null : employee}
          onClose={close}
        />
      )}
      {open === 'assign' && <AssignTrainingDialog folderId={folderId} onClose={close} />}
    </>
  )
}

/** The first employees by name, and the chosen one. */
function useEmployeeChoices(folderId: string, chosenId: string) {
  const listed = useInfiniteQuery(employeesOf(folderId)).data?.pages.flatMap(({ items }) => items) ?? []
  const isListed = listed.some(({ id }) => id === chosenId)
  const chosen = useQuery({ ...employeeById(chosenId), enabled: chosenId !== '' && !isListed }).data
  return [...listed, ...(chosen === undefined || isListed ? [] : [chosen])].map(({ id, name }) => ({
    value: id,
    label: name,
  }))
}
