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
import { change, create, list, raw, read, search, wholeNumber } from './kit/endpoint.ts'

const versionNumber = wholeNumber('A version is a whole number from 1.', 1_000_000).optional()

export const listHrPolicies = list({
  path: '/api/hr-policies',
  who: 'signed-in',
  summary:
    'Lists the policies of the library. `q` searches titles, descriptions, and tags. `status=retired` lists retired ones, for administrators.',
  of: HrPolicyItem,
  query: { ...search, category: PolicyCategory.optional(), status: z.enum(['active', 'retired']).default('active') },
})

export const readHrPolicy = read({
  path: '/api/hr-policies/:policy',
  who: 'signed-in',
  summary:
    'Returns one policy by its id or slug: the current text as sections and blocks, its sources, and its versions.',
  reply: HrPolicyView,
})

export const changeHrPolicy = change('PATCH', {
  path: '/api/hr-policies/:policy',
  who: 'signed-in',
  summary: 'Retires a policy (`isActive: false`) or restores it. Administrators only.',
  body: HrPolicyChange,
  reply: HrPolicyView,
})

export const listHrPolicyVersions = list({
  path: '/api/hr-policies/:policy/versions',
  who: 'signed-in',
  summary: 'Lists the versions of a policy, newest first.',
  of: HrPolicyVersionSummary,
})

export const readHrPolicyVersion = read({
  path: '/api/hr-policies/:policy/versions/:number',
  who: 'signed-in',
  summary: 'Returns one version of a policy: the text as sections and blocks, and its Markdown.',
  reply: HrPolicyVersionView,
})

export const readHrPolicyDifferences = read({
  path: '/api/hr-policies/:policy/versions/:number/differences',
  who: 'signed-in',
  summary: 'Returns the changes in this version by paragraph, since version `from` or the version before it.',
  query: { from: versionNumber },
  reply: PolicyDifferences,
})

export const publishHrPolicyVersion = create({
  path: '/api/hr-policies/:policy/versions',
  who: 'signed-in',
  summary:
    'Publishes a new version: Markdown text, a note, and changes to title, description, tags, dates, and sources. Earlier acknowledgments no longer count. Administrators only.',
  body: PolicyVersionInput,
  reply: HrPolicyVersionView,
})

export const downloadHrPolicy = raw('GET', {
  path: '/api/hr-policies/:policy/download',
  who: 'signed-in',
  summary: 'Returns the policy as a PDF attachment named by its title. `version` selects an earlier one.',
  query: { version: versionNumber },
})

export const previewHrPolicy = raw('GET', {
  path: '/api/hr-policies/:policy/preview',
  who: 'signed-in',
  summary: 'Returns the policy as a PDF that the browser shows. `version` selects an earlier one.',
  query: { version: versionNumber },
})

export const acknowledgeHrPolicy = create({
  path: '/api/hr-policies/:policy/acknowledgement',
  who: 'signed-in',
  summary: 'Records that a client has read the current version. 409 for an earlier version or a second acknowledgment.',
  body: AcknowledgementInput,
  reply: Acknowledgement,
})

export const listPolicyAcknowledgements = list({
  path: '/api/hr-policies/:policy/acknowledgements',
  who: team,
  summary: 'Lists the acknowledgments of a policy by folder, newest first, for the folders that the caller can see.',
  of: PolicyAcknowledgement,
})

export const listFolderAcknowledgements = list({
  path: '/api/client-folders/:id/policy-acknowledgements',
  who: team,
  summary: 'Lists which policies in use the client of a folder has acknowledged. Empty if the folder has no client.',
  of: FolderAcknowledgement,
})
