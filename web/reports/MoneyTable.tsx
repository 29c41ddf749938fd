import { useState } from 'react'
import type { Money as MoneyReport, MoneyFigure } from '../../domain/report.ts'
import { monthName } from '../dashboard/chart-words.ts'
import { Money } from '../kit/Money.tsx'
import { formatMoney } from '../kit/money.ts'
import { type Column, Table } from '../kit/Table.tsx'
import { MoneyEntriesDialog, type MoneyFigureOf } from './MoneyEntriesDialog.tsx'
import { monthBefore } from './period.ts'
import { changeWords } from './words.ts'

type Month = MoneyReport['months'][number]

/** The months, latest first, next to those of the previous year. Each amount opens its entries. */
export function MoneyTable({ months }: { months: readonly Month[] }) {
  const [open, setOpen] = useState<MoneyFigureOf | null>(null)
  const amount = (figure: MoneyFigure, month: string, cents: number) =>
    cents === 0 ? (
      <Money cents={0} />
    ) : (
      <button
        type="button"
        className="link finger-high"
        aria-label={`${formatMoney(cents)} ${figure} in ${monthName(month)}`}
        onClick={() => setOpen({ month, figure, amount: cents })}
      >
        <Money cents={cents} />
      </button>
    )
  // A new firm has no year before.
  const hasYearBefore = months.some((each) => each.billedYearBefore > 0 || each.collectedYearBefore > 0)
  const billedYearBefore: Column<Month> = {
    key: 'billedYearBefore',
    header: 'Billed a year earlier',
    right: true,
    cell: (of) => amount('billed', monthBefore(of.month), of.billedYearBefore),
  }
  const billedChange: Column<Month> = {
    key: 'billedChange',
    header: 'Change in billed',
    right: true,
    cell: (of) => changeWords(of.billed, of.billedYearBefore),
  }
  const collectedYearBefore: Column<Month> = {
    key: 'collectedYearBefore',
    header: 'Collected a year earlier',
    right: true,
    cell: (of) => amount('collected', monthBefore(of.month), of.collectedYearBefore),
  }
  const columns: [Column<Month>, ...Column<Month>[]] = [
    { key: 'month', header: 'Month', cell: ({ month }) => monthName(month) },
    { key: 'billed', header: 'Billed', right: true, cell: ({ month, billed }) => amount('billed', month, billed) },
    ...(hasYearBefore ? [billedYearBefore, billedChange] : []),
    {
      key: 'collected',
      header: 'Collected',
      right: true,
      cell: ({ month, collected }) => amount('collected', month, collected),
    },
    ...(hasYearBefore ? [collectedYearBefore] : []),
    { key: 'credited', header: 'Credited', right: true, cell: ({ credited }) => <Money cents={credited} /> },
    { key: 'salesTax', header: 'Sales tax', right: true, cell: ({ salesTax }) => <Money cents={salesTax} /> },
  ]
  return (
    <>
      <Table
        caption="Billed and collected by month"
        rows={months.toReversed()}
        columns={columns}
        rowKey={({ month }) => month}
      />
      {open !== null && <MoneyEntriesDialog of={open} onClose={() => setOpen(null)} />}
    </>
  )
}
