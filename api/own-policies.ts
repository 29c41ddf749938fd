import { z } from 'zod'
import { administrators, team } from '../domain/roles.ts'
import { OwnPolicyInput, OwnPolicyStatusChange, OwnPolicyView } from '../domain/own-policy.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listOwnPolicies = list({
  path: '/api/own-policies',
  who: team,
  summary: 'Lists the policies that the firm added, newest first. `status=retired` lists those no longer in use.',
  of: OwnPolicyView,
  query: { status: z.enum(['active', 'retired']).default('active') },
})

export const createOwnPolicy = create({
  path: '/api/own-policies',
  who: administrators,
  summary:
    'Adds a policy as a draft, in the Markdown of the library, with variants and fields like a model policy. Text that cannot be read is an error (400) that names the line.',
  body: OwnPolicyInput,
  reply: OwnPolicyView,
})

export const readOwnPolicy = read({
  path: '/api/own-policies/:id',
  who: team,
  summary: 'Returns one policy of the firm, with its draft.',
  reply: OwnPolicyView,
})

export const changeOwnPolicy = change('PUT', {
  path: '/api/own-policies/:id',
  who: team,
  summary: 'Updates the draft. The published version doesn’t change until the draft is published.',
  body: OwnPolicyInput,
  reply: OwnPolicyView,
})

export const publishOwnPolicy = create({
  path: '/api/own-policies/:id/versions',
  who: team,
  summary: 'Publishes the draft as the next version. 409 if it is the same as the current one.',
  reply: OwnPolicyView,
})

export const changeOwnPolicyStatus = change('PATCH', {
  path: '/api/own-policies/:id',
  who: team,
  summary: 'Retires a policy (`isActive: false`) or restores it. Handbooks that were sent keep its text.',
  body: OwnPolicyStatusChange,
  reply: OwnPolicyView,
})
