import { useQuery } from '@tanstack/react-query'
import type { ReportPeriod } from '../../domain/report.ts'
import { moneyInShort } from '../dashboard/chart-words.ts'
import { Chart } from '../kit/Chart.tsx'
import { formatMoney } from '../kit/money.ts'
import { columnsOf, periodWords } from './columns.ts'
import { MoneyTable } from './MoneyTable.tsx'
import { moneyIn } from './queries.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { hasNoMoney, moneyWords, texts } from './words.ts'

const title = 'Billed and collected'

export function MoneyReport({ period }: { period: ReportPeriod }) {
  const query = useQuery(moneyIn(period))
  return (
    <ReportPanel
      report="money"
      period={period}
      title={title}
      note={texts.money}
      query={query}
      isEmpty={hasNoMoney}
      empty="Nothing billed or collected in these months."
    >
      {(found) => (
        <div className="space-y-5">
          <Chart
            title={title}
            columns={columnsOf(found.months)}
            series={[
              { label: 'Billed', look: 'bar', color: 1, values: found.months.map(({ billed }) => billed) },
              {
                label: 'Collected',
                look: 'striped-bar',
                color: 5,
                values: found.months.map(({ collected }) => collected),
              },
            ]}
            minStep={100}
            inFull={formatMoney}
            inShort={moneyInShort}
            summary={moneyWords(found)}
            rowHeader="Month"
            inAll={periodWords(found.months)}
          />
          <MoneyTable months={found.months} />
        </div>
      )}
    </ReportPanel>
  )
}
