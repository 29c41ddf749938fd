// The texts of the test data. The hours at these rates total $31,500, as in the specification.
import type { ServiceRateInput } from '../../domain/service-rate.ts'

/** Rate cards, in cents per hour, with the proposal's hours for each. */
export const cards: (ServiceRateInput & { hours: number })[] = [
  {
    serviceName: 'Employee handbook',
    serviceType: 'hr-operations',
    description: 'A handbook for Virginia, written with you and reviewed chapter by chapter.',
    hourlyRate: 17_500,
    hours: 60,
  },
  {
    serviceName: 'HR compliance review',
    serviceType: 'hr-consulting',
    description: 'Files, postings, pay practices, and policies, with a list of what to fix first.',
    hourlyRate: 20_000,
    hours: 40,
  },
  {
    serviceName: 'Recruiting support',
    serviceType: 'talent-acquisition',
    description: 'Job descriptions, screening, and interviews, up to the offer.',
    hourlyRate: 12_500,
    hours: 50,
  },
  {
    serviceName: 'Supervisor training',
    serviceType: 'leadership-coaching',
    description: 'Workshops and coaching for managers.',
    hourlyRate: 22_500,
    hours: 30,
  },
]

export const proposalText = {
  title: 'HR foundations for the school year',
  description:
    'A handbook that fits the school, a review of current practice, help with open positions, and training for supervisors.',
}

export const timeline = [
  {
    phase: 'Review',
    duration: '1-2 weeks',
    description: 'We review what you have and talk with the people who use it.',
  },
  { phase: 'Work', duration: '2-4 weeks', description: 'Handbook, positions, and workshops.' },
  { phase: 'Wrap-up', duration: '1 week', description: 'Everything in your folder, and a day for questions.' },
]

export const validDays = 30

export const invoiceLine = { description: 'First installment: HR foundations for the school year', rate: 1_050_000 }
