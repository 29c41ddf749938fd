// The texts of the public site and the services that the firm offers, until an administrator changes them. Without zod: the
// public page reads them as well.

/** Who can choose a service. A hidden one is not offered to anyone, but its name stays in lists and filters. */
export const serviceAvailabilities = ['public', 'internal', 'hidden'] as const
export type ServiceAvailability = (typeof serviceAvailabilities)[number]

export interface PublicService {
  /** Never changes, so that a service can be renamed. Also its anchor on the page. */
  key: string
  name: string
  /** One sentence. */
  brief: string
  /** One paragraph; empty to show the sentence instead. */
  detail: string
  examples: string[]
}

export interface Service extends PublicService {
  availability: ServiceAvailability
}

/** How many services a firm can have, and how many examples each. */
export const maxServices = 30
export const maxExamples = 4

export interface PublicSite {
  headline: string
  introduction: string
  /** Two paragraphs. */
  about: string[]
}

/** What the public page shows: the site's texts, the services on it, and the sentences that depend on their number. */
export interface PublicPage extends PublicSite {
  services: PublicService[]
  /** "Four kinds of help" */
  kindsOfHelp: string
  servicesIntroduction: string
  hours: string
}

const numberWords = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function choiceOf(count: number): string {
  if (count === 1) return ''
  if (count === 2) return 'Choose one service or both. '
  return `Choose one service or all ${(numberWords[count] ?? String(count)).toLowerCase()}. `
}

export function publicPage(site: PublicSite, services: readonly Service[], hours: string): PublicPage {
  const shown = services.filter(({ availability }) => availability === 'public')
  const count = shown.length
  return {
    ...site,
    services: shown.map(({ key, name, brief, detail, examples }) => ({
      key,
      name,
      brief,
      detail: detail === '' ? brief : detail,
      examples,
    })),
    kindsOfHelp: `${numberWords[count] ?? count} ${count === 1 ? 'kind' : 'kinds'} of help`,
    servicesIntroduction: `${choiceOf(count)}Every document, deadline, and message is in your client folder.`,
    hours,
  }
}

/** What the site says until an administrator changes it. */
export const firstPublicSite = (firmName: string): PublicSite => ({
  headline: 'The HR department for Virginia’s small teams and schools.',
  introduction:
    'Compliance, hiring, training, and everyday advice from people who know Virginia. We’ll contact you within 24 hours.',
  about: [
    `${firmName} is an HR consultancy in Virginia. Our clients are businesses with fewer than 500 employees, public K-12 schools, and private schools: places where HR is someone’s second job.`,
    'Each client has one consultant and one folder. The consultant knows the people; the folder holds what was agreed, what is due next, and every document either of us has signed.',
  ],
})

/** The services that a firm offers until an administrator changes them. */
export const firstServices: Service[] = [
  {
    key: 'hr-operations',
    availability: 'public',
    name: 'HR Operations and Compliance',
    brief: 'Employee relations, compensation, performance reviews, and HRIS that follow Virginia law.',
    detail:
      'The work an HR department does every week, done for you. We keep personnel files and notices in order, run the review calendar, and tell you before a rule changes rather than after.',
    examples: ['Employee relations', 'Compensation', 'Performance management', 'HRIS systems'],
  },
  {
    key: 'hr-consulting',
    availability: 'public',
    name: 'HR Consulting',
    brief: 'Handbooks, policies, and a second opinion before a hard conversation.',
    detail:
      'A project with a start, an end, and a price you see up front. You describe the question. We write the proposal, do the work, and leave you documents that you can use without us.',
    examples: ['Employee handbooks', 'Policy reviews', 'Workplace investigations', 'Organization and job design'],
  },
  {
    key: 'talent-acquisition',
    availability: 'public',
    name: 'Talent Acquisition',
    brief: 'Job descriptions, sourcing, interviews, and offers for roles you can’t leave open.',
    detail:
      'From the job description to the first day. We write the posting, screen the applicants, sit in on the interviews you want us in, and draft an offer that holds up.',
    examples: ['Job descriptions and postings', 'Sourcing and screening', 'Interview panels', 'Offers and onboarding'],
  },
  {
    key: 'leadership-coaching',
    availability: 'public',
    name: 'Leadership & Training',
    brief: 'Coaching for first-time managers, principals, and the people they lead.',
    detail:
      'Small groups and one-to-one sessions about situations your managers are in this month: giving feedback, running a review, setting a schedule, handling a complaint.',
    examples: ['Manager coaching', 'Supervisor training', 'Required annual training', 'Team workshops'],
  },
]
