// The cells of the ledger: a figure with one fact about it.
import type { Dashboard } from '../../domain/dashboard.ts'
import { formatMoney } from '../kit/money.ts'
import type { Stat } from '../kit/StatLedger.tsx'

type Figures = Dashboard | undefined

const counted = (count: number) => count.toLocaleString('en-US')

export const pendingRequests = (label: string, figures: Figures): Stat => ({
  label,
  value: figures?.pendingRequests,
  ...(figures === undefined
    ? {}
    : figures.overdueRequests > 0
      ? { fact: `${counted(figures.overdueRequests)} past 24 hours`, late: true }
      : { fact: 'None past 24 hours' }),
  to: '/',
  search: { tab: 'requests' },
})

export const clientFolders = (label: string, figures: Figures): Stat => ({
  label,
  value: figures?.clientFolders,
  ...(figures === undefined ? {} : { fact: `${counted(figures.foldersOpenedThisWeek)} opened this week` }),
  to: '/client-folders',
})

export const activeClients = (figures: Figures): Stat => ({
  label: 'Active Clients',
  value: figures?.activeClients,
  ...(figures === undefined
    ? {}
    : { fact: `${counted(figures.clientFolders - figures.activeClients)} on hold or closed` }),
  to: '/client-folders',
})

export const staffMembers = (figures: Figures): Stat => ({
  label: 'Staff Members',
  value: figures?.staffMembers ?? undefined,
  ...(figures === undefined
    ? {}
    : {
        fact: `${counted(figures.openAssignments)} open ${figures.openAssignments === 1 ? 'assignment' : 'assignments'}`,
      }),
  to: '/',
  search: { tab: 'staff' },
})

/** Amounts billed and received, in the folders of a staff member. */
export const thisMonth = (figures: Figures): Stat => {
  const money = figures?.thisMonth ?? undefined
  if (money === undefined) return { label: 'This Month', value: undefined }
  return {
    label: 'This Month',
    value: roughly(money.billed),
    fact: `Billed, ${roughly(money.collected)} collected`,
  }
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
})

/** In whole dollars, from ten thousand on in thousands or millions: the cell is narrow. */
const roughly = (cents: number) =>
  cents < 1_000_000 ? formatMoney(Math.round(cents / 100) * 100, { wholeDollars: true }) : compact.format(cents / 100)
