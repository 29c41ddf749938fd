import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { formatDate } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'

/** "Shared Mar 14", or when a draft was last changed. */
export const whenWords = ({ sharedAt, updatedAt }: Pick<OnboardingReportView, 'sharedAt' | 'updatedAt'>, now: Date) =>
  sharedAt === null ? `Updated ${formatDate(updatedAt, now)}` : `Shared ${formatDate(sharedAt, now)}`

/** Compares the recommended total with the budget, in cents; null if either is missing. */
export function budgetWords(total: number, budget: number | null): string | null {
  if (budget === null || total === 0) return null
  if (total === budget) return 'Equal to the budget.'
  return total < budget
    ? `${formatMoney(budget - total)} less than the budget.`
    : `${formatMoney(total - budget)} more than the budget.`
}

/** "2 needs, 3 services" */
export function contentWords({
  clientNeeds,
  recommendedServices,
}: Pick<OnboardingReportView, 'clientNeeds' | 'recommendedServices'>): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return `${counted(clientNeeds.length, 'need')}, ${counted(recommendedServices.length, 'service')}`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  newReport: 'A draft. The client can’t see it until you share it.',
  share: (client: string) =>
    `${client} can read it right away. You can’t edit a report after it’s shared, but you can create a new one.`,
}
