import { useQuery } from '@tanstack/react-query'
import type { ReplyTimes, ReportPeriod } from '../../domain/report.ts'
import { Chart } from '../kit/Chart.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { Table } from '../kit/Table.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { countInFull, countInShort } from '../dashboard/chart-words.ts'
import { columnsOf, periodWords } from './columns.ts'
import { replyTimesIn } from './queries.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { hasNoRequests, replyWords, shareInTime } from './words.ts'

const title = 'Requests answered within 24 hours'

export function ReplyTimesReport({ period }: { period: ReportPeriod }) {
  const query = useQuery(replyTimesIn(period))
  return (
    <ReportPanel
      report="reply-times"
      period={period}
      title={title}
      note="By month received and by the person who accepted them."
      query={query}
      isEmpty={hasNoRequests}
      empty="No requests were received in these months."
    >
      {(found) => <Drawn {...found} />}
    </ReportPanel>
  )
}

/** Of everyone, or of the one person who is chosen. */
function Drawn({ months, people }: ReplyTimes) {
  const [personId, setPerson] = useUrlState('person', '')
  const person = people.find(({ id }) => id === personId)
  const shown = person?.months ?? months
  const notTakenUp = months.map((month) => month.notTakenUp)
  return (
    <>
      {people.length > 1 && (
        <div className="mb-4">
          <FilterSelect
            label="Accepted by"
            all="Everyone"
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
            value={person?.id ?? ''}
            onChange={setPerson}
          />
        </div>
      )}
      <Chart
        title={title}
        columns={columnsOf(months)}
        series={[
          { label: 'Within 24 hours', look: 'bar', color: 1, values: shown.map(({ inTime }) => inTime) },
          { label: 'Later', look: 'striped-bar', color: 2, values: shown.map(({ late }) => late) },
          ...(person === undefined
            ? [{ label: 'Not accepted', look: 'bar' as const, color: 3 as const, values: notTakenUp }]
            : []),
        ]}
        stacked
        total={person === undefined ? 'Received' : 'Accepted'}
        inFull={countInFull}
        inShort={countInShort}
        summary={replyWords(shown, person?.name ?? null)}
        rowHeader="Month"
        inAll={periodWords(months)}
      />
      {people.length > 0 && (
        <div className="-mx-4 mt-5 border-t border-line pt-2 sm:-mx-5">
          <Table
            caption="Accepted requests by person"
            rows={people}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', header: 'Person', cell: ({ name }) => name, value: ({ name }) => name },
              {
                key: 'inTime',
                header: 'Within 24 hours',
                cell: ({ inTime }) => countInFull(inTime),
                value: ({ inTime }) => inTime,
                right: true,
              },
              {
                key: 'late',
                header: 'Later',
                cell: ({ late }) => countInFull(late),
                value: ({ late }) => late,
                right: true,
              },
              {
                key: 'share',
                header: 'On time',
                cell: ({ inTime, late }) => shareInTime(inTime, late),
                value: ({ inTime, late }) => inTime / Math.max(1, inTime + late),
                right: true,
              },
            ]}
          />
        </div>
      )}
    </>
  )
}
