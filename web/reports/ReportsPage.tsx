import { readProfit, readReceivables } from '../../api/reports.ts'
import { BooksPanel } from '../books/BooksPanel.tsx'
import { CustomersPanel } from '../books/CustomersPanel.tsx'
import { ItemsPanel } from '../books/ItemsPanel.tsx'
import { moneyIn, pipelineIn, replyTimesIn } from './queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { officeDate } from '../../domain/time.ts'
import { MoneyByMonthPanel, RequestsByWeekPanel } from '../dashboard/ChartPanels.tsx'
import { FollowUpPanel } from '../dashboard/FollowUpPanel.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useNow } from '../kit/now.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { useSeesPart } from '../session/use-sees-part.ts'
import { MoneyReport } from './MoneyReport.tsx'
import { monthChoices, periodIn, problemOf } from './period.ts'
import { PipelineReport } from './PipelineReport.tsx'
import { ProfitReport } from './ProfitReport.tsx'
import { ReceivablesReport } from './ReceivablesReport.tsx'
import { ReplyTimesReport } from './ReplyTimesReport.tsx'

export async function load({ client, search: { from = '', to = '' } }: PageLoad) {
  const period = periodIn(from, to, officeDate(new Date()))
  if (problemOf(period) === null) await prefetch(client, [replyTimesIn(period), pipelineIn(period), moneyIn(period)])
}

/** How the firm is doing, month by month; for staff, how their own clients are. */
export default function ReportsPage() {
  const today = officeDate(useNow())
  const [mayReadReceivables, mayReadProfit] = [useMay(readReceivables), useMay(readProfit)]
  const [seesMoney, seesWork] = [useSeesPart('money'), useSeesPart('work')]
  const [from, setFrom] = useUrlState('from', '')
  const [to, setTo] = useUrlState('to', '')
  const period = periodIn(from, to, today)
  const problem = problemOf(period)
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Reports"
        description="View requests, proposals, billing, and payments in the client folders you can see."
      />
      <search className="mb-5 grid max-w-[26rem] grid-cols-2 gap-3">
        <SelectField
          label="From"
          choices={monthChoices(today, period.from)}
          value={period.from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <SelectField
          label="To"
          choices={monthChoices(today, period.to)}
          value={period.to}
          onChange={(event) => setTo(event.target.value)}
        />
      </search>
      <FormProblem problem={problem} />
      {problem === null && (
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
          {seesWork && <ReplyTimesReport period={period} />}
          {seesMoney && (
            <>
              <PipelineReport period={period} />
              <div className="xl:col-span-2">
                <MoneyReport period={period} />
              </div>
            </>
          )}
          {mayReadReceivables && (
            <div className="xl:col-span-2">
              <ReceivablesReport />
            </div>
          )}
          {mayReadProfit && (
            <div className="xl:col-span-2">
              <ProfitReport period={period} />
            </div>
          )}
          {seesMoney && (
            <div className="space-y-6 xl:col-span-2">
              <BooksPanel />
              <CustomersPanel />
              <ItemsPanel />
            </div>
          )}
        </div>
      )}
      <div className="mt-6 grid grid-cols-1 gap-6 md:grid-cols-2">
        {seesWork && <RequestsByWeekPanel note="The last 12 weeks" />}
        {seesMoney && <MoneyByMonthPanel note="The last 12 months" />}
        <div className="md:col-span-2">
          <FollowUpPanel />
        </div>
      </div>
    </>
  )
}
