import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { PolicyCategory } from '../domain/hr-policy.ts'
import {
  Acknowledgement,
  AcknowledgementInput,
  FolderAcknowledgement,
  HrPolicyChange,
  HrPolicyItem,
  HrPolicyVersionSummary,
  HrPolicyVersionView,
  HrPolicyView,
  PolicyAcknowledgement,
  PolicyDifferences,
  PolicyVersionInput,
} from '../domain/hr-policy-version.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const versionNumber = z.coerce
  .number('A version is a whole number from 1.')
  .int('A version is a whole number from 1.')
  .min(1, 'A version is a whole number from 1.')
  .max(1_000_000, 'A version is a whole number from 1.')
  .optional()

export const listHrPolicies = list({
  path: '/api/hr-policies',
  who: 'signed-in',
  summary:
    'The policies of the library. `q` looks through title, description and tags. `status=retired` are those out of use, for administrators.',
  of: HrPolicyItem,
  query: { ...search, category: PolicyCategory.optional(), status: z.enum(['active', 'retired']).default('active') },
})

export const readHrPolicy = read({
  path: '/api/hr-policies/:policy',
  who: 'signed-in',
  summary: 'One policy, by its id or its slug: its current text as sections and blocks, its sources and its versions.',
  reply: HrPolicyView,
})

export const changeHrPolicy = change('PATCH', {
  path: '/api/hr-policies/:policy',
  who: 'signed-in',
  summary: 'An administrator retires a policy (`isActive: false`) or brings it back.',
  body: HrPolicyChange,
  reply: HrPolicyView,
})

export const listHrPolicyVersions = list({
  path: '/api/hr-policies/:policy/versions',
  who: 'signed-in',
  summary: 'The versions of a policy, the latest first.',
  of: HrPolicyVersionSummary,
})

export const readHrPolicyVersion = read({
  path: '/api/hr-policies/:policy/versions/:number',
  who: 'signed-in',
  summary: 'One version of a policy: its text as sections and blocks, and as it was written.',
  reply: HrPolicyVersionView,
})

export const readHrPolicyDifferences = read({
  path: '/api/hr-policies/:policy/versions/:number/differences',
  who: 'signed-in',
  summary: 'What this version changed, paragraph by paragraph, since version `from`, or since the one before it.',
  query: { from: versionNumber },
  reply: PolicyDifferences,
})

export const publishHrPolicyVersion = create({
  path: '/api/hr-policies/:policy/versions',
  who: 'signed-in',
  summary:
    'An administrator publishes a new version: the text in the Markdown of the library, a note, and of title, description, tags, dates and sources what changes. Earlier acknowledgements then count no more.',
  body: PolicyVersionInput,
  reply: HrPolicyVersionView,
})

export const downloadHrPolicy = raw('GET', {
  path: '/api/hr-policies/:policy/download',
  who: 'signed-in',
  summary: 'The policy as a PDF to keep, named by its title. `version` asks for an earlier one.',
  query: { version: versionNumber },
})

export const previewHrPolicy = raw('GET', {
  path: '/api/hr-policies/:policy/preview',
  who: 'signed-in',
  summary: 'The policy as a PDF that the browser shows. `version` asks for an earlier one.',
  query: { version: versionNumber },
})

export const acknowledgeHrPolicy = create({
  path: '/api/hr-policies/:policy/acknowledgement',
  who: 'signed-in',
  summary: 'A client says that they have read the current version. 409 for an earlier one, or a second time.',
  body: AcknowledgementInput,
  reply: Acknowledgement,
})

export const listPolicyAcknowledgements = list({
  path: '/api/hr-policies/:policy/acknowledgements',
  who: team,
  summary: 'Where the clients of the folders that the caller may see stand with a policy: by folder, latest first.',
  of: PolicyAcknowledgement,
})

export const listFolderAcknowledgements = list({
  path: '/api/client-folders/:id/policy-acknowledgements',
  who: team,
  summary: 'Where the client of a folder stands with each policy in use. Empty where the folder has no client.',
  of: FolderAcknowledgement,
})
