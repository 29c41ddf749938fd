// What people do with handbooks, employees, deadlines, forms, and reports.
import { ownPolicy, handbooksOf } from '../../handbooks.ts'
import { ownAnswers, submitOwn } from '../../own-forms.ts'
import { acknowledgment } from '../rights-forms.ts'
import { employeeOf, forgetUploads, handbookFor } from './furnish.ts'
import { type Act, hush, ofWork, type Side, type Walk } from './sides.ts'

export const libraryActs = (walk: Walk): Act[] => [
  ...handbookActs(walk),
  ...employeeActs(walk),
  ...deadlineActs(walk),
  ...trainingActs(walk),
  ...formActs(walk),
  ...reportActs(walk),
]

const handbookActs = ({ testApp, random, ownPolicyId, oneOf, oneOfEither }: Walk): Act[] => [
  async (caller) => {
    const url = `/api/own-policies${random.oneOf(['', '?status=retired', `/${ownPolicyId}`])}`
    return [url, await caller.get(url)]
  },
  async (caller) => {
    const draft = { ...ownPolicy, title: `Policy of ${hush}` }
    return ['drafts a policy', await caller.post('/api/own-policies', draft)]
  },
  async (caller, side) => {
    const url = `/api/handbooks/${oneOf(side, 'handbooks')}`
    return ['edits a handbook', await caller.put(url, handbookFor(side, ownPolicyId))]
  },
  async (caller, side) => {
    await testApp.db.run(forgetUploads)
    const answer = await caller.post(`/api/handbooks/${oneOf(side, 'handbooks')}/versions`)
    for (const { documentId } of answer.body?.versions ?? []) {
      const isNew = documentId !== null && !side.created.documents?.includes(documentId)
      if (isNew) (side.created.documents ??= []).push(documentId)
    }
    return ['sends a handbook', answer]
  },
  // An employee of the other side is refused.
  async (caller, side) => {
    const url = `/api/handbooks/${oneOf(side, 'handbooks')}/acknowledgments`
    const body = { employeeIds: [oneOfEither(side, 'employees')] }
    return ['asks employees', await caller.post(url, body)]
  },
  async (caller, side) => {
    const own = `/api/handbooks/${oneOf(side, 'handbooks')}`
    const files = [`${own}/acknowledgments/csv`, `${own}/download?format=docx`, `${own}/download?version=1`]
    const url = random.oneOf([own, handbooksOf(side.folder), ...files])
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const acknowledged = `/api/client-folders/${side.folder}/policy-acknowledgements`
    const url = random.oneOf([acknowledged, '/api/hr-policies/wage-hour/acknowledgements'])
    return [url, await caller.get(url)]
  },
]

const employeeListOf = (side: Side) => {
  const { name, jobTitle, startDate } = employeeOf(side)
  return `Name,Job title,Start date\n"${name}","${jobTitle}",${startDate}\n`
}

const employeeActs = ({ random, oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const answer = await caller.post(`/api/client-folders/${side.folder}/employees`, employeeOf(side))
    remember(side, 'employees', answer)
    return ['hires', answer]
  },
  async (caller, side) => [
    'imports employees',
    await caller.post(`/api/client-folders/${side.folder}/employee-imports`, { csv: employeeListOf(side) }),
  ],
  async (caller, side) => [
    'checks a list of employees',
    await caller.post(`/api/client-folders/${side.folder}/employee-imports/preview`, { csv: employeeListOf(side) }),
  ],
  async (caller, side) => {
    const url = `/api/employees/${oneOf(side, 'employees')}`
    const change = { ...employeeOf(side), endDate: random.oneOf([null, '2026-11-30']) }
    return ['edits an employee', await caller.patch(url, change)]
  },
  async (caller, side) => {
    const url = `/api/employees/${oneOf(side, 'employees')}`
    return [url, await caller.get(url)]
  },
]

const deadlineActs = ({ random, oneOf, oneOfEither, remember }: Walk): Act[] => [
  // A deadline for an employee of the other side is refused.
  async (caller, side) => {
    const employeeId = random.oneOf([null, oneOfEither(side, 'employees')])
    const body = { title: `License of ${ofWork(side)}`, kind: 'license', dueDate: '2027-03-01', employeeId }
    const answer = await caller.post(`/api/client-folders/${side.folder}/deadlines`, body)
    remember(side, 'deadlines', answer)
    return ['sets a deadline', answer]
  },
  async (caller, side) => {
    const url = `/api/deadlines/${oneOf(side, 'deadlines')}/status`
    return ['completes', await caller.patch(url, { status: random.oneOf(['open', 'completed']) })]
  },
  async (caller, side) => [
    'adds the standard ones',
    await caller.post(`/api/client-folders/${side.folder}/standard-deadlines`),
  ],
  async (caller, side) => {
    const url = `/api/deadlines/${oneOf(side, 'deadlines')}`
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const lists = ['/api/deadlines', '/api/deadlines/csv', `/api/client-folders/${side.folder}/deadlines`]
    const path = random.oneOf([...lists, `/api/client-folders/${side.folder}/employees`])
    const url = `${path}${random.oneOf(['', `?q=${side.word}`])}`
    return [url, await caller.get(url)]
  },
]

const trainingOf = (side: Side) => ({
  training: `Training of ${ofWork(side)}`,
  provider: `School of ${ofWork(side)}`,
  completedOn: '2026-03-02',
})

const trainingActs = ({ random, oneOf, oneOfEither, remember }: Walk): Act[] => [
  // A training of an employee of the other side is refused, and so is a certificate of the other side.
  async (caller, side) => {
    const documentId = random.oneOf([null, oneOfEither(side, 'documents')])
    const body = { ...trainingOf(side), employeeId: oneOfEither(side, 'employees'), documentId }
    const answer = await caller.post(`/api/client-folders/${side.folder}/training-records`, body)
    remember(side, 'training-records', answer)
    return ['records a training', answer]
  },
  async (caller, side) => {
    const url = `/api/training-records/${oneOf(side, 'training-records')}`
    return ['edits a training record', await caller.patch(url, { ...trainingOf(side), validUntil: '2099-01-01' })]
  },
  async (caller, side) => {
    const url = `/api/training-records/${oneOf(side, 'training-records')}/void`
    return ['voids a training record', await caller.post(url, { reason: `Not ${ofWork(side)}` })]
  },
  async (caller, side) => {
    const employeeIds = [oneOfEither(side, 'employees')]
    const body = { training: `Training of ${ofWork(side)}`, dueDate: '2099-01-01', employeeIds }
    return ['assigns a training', await caller.post(`/api/client-folders/${side.folder}/training-assignments`, body)]
  },
  async (caller, side) => {
    const record = `/api/training-records/${oneOf(side, 'training-records')}`
    const within = `/api/client-folders/${side.folder}/training`
    const url = random.oneOf([
      record,
      `${record}/certificate`,
      `${within}-records`,
      `${within}-records/csv`,
      `${within}-names`,
    ])
    return [url, await caller.get(url)]
  },
]

const formActs = ({ testApp, random, oneOf, otherOf, remember }: Walk): Act[] => [
  // A form belongs to its sender, so each client sends only their own side's.
  async (caller, side) => {
    const employeeName = `Employee ${ofWork(side)}`
    const formData = { ...acknowledgment, employeeName, signature: employeeName }
    if (caller === testApp[side.client]) {
      const { status, body } = await caller.post('/api/hr-forms', { formType: 'handbook-acknowledgment', formData })
      if (status === 201) (side.created['hr-form-submissions'] ??= []).push(body.submission.id)
    }
    const url = `/api/hr-form-submissions${random.oneOf(['', `?q=${side.word}`, '?limit=2'])}`
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const url = `/api/hr-forms/${oneOf(side, 'own-forms')}${random.oneOf(['', '/pdf', '/draft'])}`
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const employeeName = `Employee ${ofWork(side)}`
    const answer = await submitOwn(caller, oneOf(side, 'own-forms'), { ...ownAnswers, employeeName })
    if (answer.status === 201) (side.created['hr-form-submissions'] ??= []).push(answer.body.submission.id)
    return ['submits the form of a side', answer]
  },
  // So does a question.
  async (caller, side) => {
    const query = `Is ${side.word} the capital of Australia?`
    if (caller !== testApp[side.client]) return ['reads the queue', await caller.get('/api/hr-assistant/queue')]
    const answer = await caller.post('/api/hr-assistant', { query })
    remember(side, 'hr-assistant', answer)
    return ['asks the assistant', answer]
  },
  async (caller, side) => {
    const url = `/api/hr-assistant/conversations/${oneOf(side, 'hr-assistant')}`
    return ['rates an answer', await caller.patch(url, { wasHelpful: false })]
  },
  async (caller, side) => {
    const clientFolderId = random.oneOf([side.folder, otherOf(side).folder])
    const url = `/api/hr-assistant/conversations/${oneOf(side, 'hr-assistant')}/handover`
    return ['sends a question', await caller.post(url, { content: `Ask ${ofWork(side)}`, clientFolderId })]
  },
  async (caller, side) => {
    const url = `/api/hr-assistant/queue/${oneOf(side, 'hr-assistant')}`
    return ['settles a question', await caller.delete(url)]
  },
]

/** A proposal may be created from a report, so a report has no mark of its part of the folder. */
const reportActs = ({ oneOf, remember }: Walk): Act[] => {
  const report = (word: string) => ({
    clientNeeds: [`Needs of ${word}`],
    recommendedServices: [{ customName: `Hours for ${word}`, estimatedHours: 2, hourlyRate: 12_550 }],
    riskAssessment: `Risks of ${word}`,
  })
  return [
    async (caller, side) => {
      const answer = await caller.post(`/api/client-folders/${side.folder}/onboarding-reports`, report(side.word))
      remember(side, 'onboarding-reports', answer)
      return ['reports', answer]
    },
    async (caller, side) => {
      const url = `/api/onboarding-reports/${oneOf(side, 'onboarding-reports')}`
      return ['edits a report', await caller.put(url, report(side.word))]
    },
    async (caller, side) => {
      const url = `/api/onboarding-reports/${oneOf(side, 'onboarding-reports')}/status`
      return ['shares', await caller.patch(url, { status: 'shared' })]
    },
    async (caller, side) => {
      const url = `/api/onboarding-reports/${oneOf(side, 'onboarding-reports')}/proposal`
      const answer = await caller.post(url, { title: `Offer ${side.word}` })
      remember(side, 'proposals', answer)
      return ['offers what a report says', answer]
    },
  ]
}
