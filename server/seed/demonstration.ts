// The accounts of a demonstration: fictional people. On a local portal their passwords are well known.
import type { Role } from '../../domain/actor.ts'
import type { AgreementTemplate } from '../../domain/agreement-template.ts'
import type { JobStep, JobTemplate } from '../../domain/job-template.ts'
import { recoveryAlphabet, recoveryCodeFrom } from '../../domain/second-factor.ts'
import { newId } from '../kit/id.ts'
import type { MasterKey } from '../kit/master-key.ts'

export interface DemonstrationAccount {
  username: string
  firstName: string
  lastName: string
  role: Role
  company: string | null
}

export const demonstrationAccounts: DemonstrationAccount[] = [
  { username: 'master', firstName: 'Morgan', lastName: 'Ellis', role: 'master-admin', company: null },
  { username: 'admin', firstName: 'Dana', lastName: 'Whitfield', role: 'admin', company: null },
  { username: 'staff', firstName: 'Jordan', lastName: 'Price', role: 'staff', company: null },
  { username: 'client', firstName: 'Taylor', lastName: 'Brooks', role: 'client', company: 'Piedmont Cabinet Works' },
]

export const demonstrationUsernames = demonstrationAccounts.map(({ username }) => username)

export const demonstrationPassword = (username: string) => `demo-${username}-2026`

/** On a public address: random (79 bits), and the same at each start, because they are derived from the master key. */
export const publicDemonstrationPassword = (key: MasterKey, username: string) =>
  recoveryCodeFrom([...key.derive(`demonstration password of ${username}`, 16)].map((byte) => byte % recoveryAlphabet))

/** What the demonstration's client finds after signing in. */
export const demonstrationFolder = {
  name: 'Piedmont Cabinet Works',
  services: 'HR Operations and Compliance, HR Consulting',
}

const step = (
  kind: JobStep['kind'],
  dueInDays: number,
  title: string,
  details: string | null = null,
  checklist: string[] = [],
): JobStep => ({
  kind,
  title,
  details,
  dueInDays,
  assigneeId: null,
  checklist: checklist.map((text) => ({ id: newId(), text, isDone: false })),
})

/** Job templates to start with: an administrator edits them. */
export const demonstrationJobTemplates: Pick<JobTemplate, 'name' | 'service' | 'steps'>[] = [
  {
    name: 'New client onboarding',
    service: 'hr-operations',
    steps: [
      step('task', 1, 'Call the client', 'Agree on goals, contacts, and a schedule.'),
      step('document-request', 7, 'Current employee handbook'),
      step('document-request', 7, 'Employee list with titles and start dates'),
      step(
        'assignment',
        5,
        'Name your contacts',
        'Tell us who answers questions about payroll, benefits, and policies.',
      ),
      step('task', 14, 'Review what the client sent', null, ['Employee handbook', 'Employee list', 'Contacts']),
      step('task', 21, 'Send a proposal for the next steps'),
    ],
  },
  {
    name: 'Handbook review',
    service: 'hr-consulting',
    steps: [
      step('document-request', 5, 'Current employee handbook'),
      step('document-request', 5, 'Written policies in use'),
      step('task', 12, 'Compare the handbook with the model policies'),
      step('task', 20, 'Write our comments'),
      step('assignment', 30, 'Read our comments', 'Read our comments on your handbook, and send us your questions.'),
    ],
  },
  {
    name: 'Hiring a new employee',
    service: 'talent-acquisition',
    steps: [
      step('assignment', 3, 'Send us the job description', 'Upload it, or describe the position in a message.'),
      step('task', 7, 'Write the job posting with the pay range'),
      step('task', 28, 'Check the finalists’ references'),
      step('document-request', 35, 'Signed offer letter'),
    ],
  },
]

const clause = (title: string, text: string, isOptional = false) => ({ title, text, isOptional })

/** Published templates of a contract and a proposal to start with. */
export const demonstrationAgreementTemplates: Pick<AgreementTemplate, 'kind' | 'name' | 'introduction' | 'clauses'>[] =
  [
    {
      kind: 'contract',
      name: 'Consulting services',
      introduction:
        'This contract is between {{client}} and the provider. It begins on {{start date}}, and its total value is {{total value}}.',
      clauses: [
        clause('Services', 'The provider performs the services in the schedule with reasonable care and skill.'),
        clause('Payment', 'Invoices are due within 30 days of their date (Net 30).'),
        clause('Travel', 'The client reimburses travel expenses at cost if it approved the trip in advance.', true),
        clause(
          'Confidentiality',
          'Each party protects the other party’s confidential information, including after this contract ends.',
        ),
        clause(
          'Termination',
          'Either party may end this contract by giving the other 30 days’ written notice. The client pays for services performed through the termination date.',
        ),
        clause('Governing law', 'This contract is governed by the laws of the Commonwealth of Virginia.'),
      ],
    },
    {
      kind: 'proposal',
      name: 'Project terms',
      introduction: null,
      clauses: [
        clause('Scope', 'This offer to {{client}} covers {{services}}. Other work requires a separate proposal.'),
        clause('Price', 'The total is {{total}}. The offer is valid until {{valid until}}.'),
        clause('On-site days', 'Travel to your office is billed at cost.', true),
      ],
    },
  ]
