import { useQuery } from '@tanstack/react-query'
import type { Pipeline, ReportPeriod } from '../../domain/report.ts'
import { countInFull, countInShort, moneyInShort } from '../dashboard/chart-words.ts'
import { Chart } from '../kit/Chart.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { formatMoney } from '../kit/money.ts'
import { useUrlState } from '../kit/url-state.ts'
import { columnsOf, periodWords } from './columns.ts'
import { pipelineIn } from './queries.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { hasNoProposals, pipelineWords, texts } from './words.ts'

const title = 'Proposals sent, won, and lost'

export function PipelineReport({ period }: { period: ReportPeriod }) {
  const query = useQuery(pipelineIn(period))
  return (
    <ReportPanel
      report="pipeline"
      period={period}
      title={title}
      note={texts.pipeline}
      query={query}
      isEmpty={hasNoProposals}
      empty="No proposals were sent or answered in these months."
    >
      {(found) => <Drawn {...found} />}
    </ReportPanel>
  )
}

/** How much they were worth, or how many they were. */
function Drawn(found: Pipeline) {
  const { months } = found
  const [by, setBy] = useUrlState('proposals', '')
  const byCount = by === 'count'
  const values = (count: 'sent' | 'won' | 'lost') =>
    months.map((month) => (byCount ? month[count] : month[`${count}Value`]))
  return (
    <>
      <div className="mb-4">
        <FilterSelect
          label="Proposals by"
          all="By value"
          choices={[{ value: 'count', label: 'By number' }]}
          value={by}
          onChange={setBy}
        />
      </div>
      <Chart
        title={title}
        columns={columnsOf(months)}
        series={[
          { label: 'Sent', look: 'bar', color: 1, values: values('sent') },
          { label: 'Won', look: 'bar', color: 4, values: values('won') },
          { label: 'Lost', look: 'striped-bar', color: 3, values: values('lost') },
        ]}
        minStep={byCount ? 1 : 100}
        inFull={byCount ? countInFull : formatMoney}
        inShort={byCount ? countInShort : moneyInShort}
        summary={pipelineWords(found)}
        rowHeader="Month"
        inAll={periodWords(months)}
      />
    </>
  )
}
