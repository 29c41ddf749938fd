// The texts of the public site that a firm can change. Without zod: the public page reads them as well.

export const publicServiceTypes = [
  'hr-operations',
  'hr-consulting',
  'talent-acquisition',
  'leadership-coaching',
] as const

export interface PublicService {
  name: string
  /** One sentence. */
  brief: string
  /** One paragraph. */
  detail: string
  examples: string[]
}

/** How many examples each service has on the page. */
export const examplesPerService = 4

export interface PublicSite {
  headline: string
  introduction: string
  /** Two paragraphs. */
  about: string[]
  /** In the order of `publicServiceTypes`. */
  services: PublicService[]
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
  services: [
    {
      name: 'HR Operations and Compliance',
      brief: 'Employee relations, compensation, performance reviews, and HRIS that follow Virginia law.',
      detail:
        'The work an HR department does every week, done for you. We keep personnel files and notices in order, run the review calendar, and tell you before a rule changes rather than after.',
      examples: ['Employee relations', 'Compensation', 'Performance management', 'HRIS systems'],
    },
    {
      name: 'HR Consulting',
      brief: 'Handbooks, policies, and a second opinion before a hard conversation.',
      detail:
        'A project with a start, an end, and a price you see up front. You describe the question. We write the proposal, do the work, and leave you documents that you can use without us.',
      examples: ['Employee handbooks', 'Policy reviews', 'Workplace investigations', 'Organization and job design'],
    },
    {
      name: 'Talent Acquisition',
      brief: 'Job descriptions, sourcing, interviews, and offers for roles you can’t leave open.',
      detail:
        'From the job description to the first day. We write the posting, screen the applicants, sit in on the interviews you want us in, and draft an offer that holds up.',
      examples: [
        'Job descriptions and postings',
        'Sourcing and screening',
        'Interview panels',
        'Offers and onboarding',
      ],
    },
    {
      name: 'Leadership & Training',
      brief: 'Coaching for first-time managers, principals, and the people they lead.',
      detail:
        'Small groups and one-to-one sessions about situations your managers are in this month: giving feedback, running a review, setting a schedule, handling a complaint.',
      examples: ['Manager coaching', 'Supervisor training', 'Required annual training', 'Team workshops'],
    },
  ],
})
