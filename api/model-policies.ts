import { maxEmployees, Sector } from '../domain/audience.ts'
import { DocumentFormat, ModelPolicyItem, ModelPolicyView } from '../domain/model-policy.ts'
import { Id } from '../domain/text.ts'
import { list, raw, read, wholeNumber } from './kit/endpoint.ts'

const wrongCount = `The number of employees is a whole number from 1 to ${maxEmployees.toLocaleString('en-US')}.`

/** The employer that a model policy is filled in for: a client folder, overridden by the given values. */
const employer = {
  clientFolderId: Id.optional(),
  headCount: wholeNumber(wrongCount, maxEmployees).optional(),
  sector: Sector.optional(),
}

export const listModelPolicies = list({
  path: '/api/model-policies',
  who: 'signed-in',
  summary:
    'Lists the model policies of the library in the order of a handbook. Each belongs to the compliance guide with the same slug.',
  of: ModelPolicyItem,
})

export const readModelPolicy = read({
  path: '/api/model-policies/:policy',
  who: 'signed-in',
  summary:
    'Returns one model policy by its slug, with the variants for a number of employees and a sector. With `clientFolderId`, both and the name are those of a client folder. If one is not known, the text has every variant and says who it is for.',
  reply: ModelPolicyView,
  query: employer,
})

export const downloadModelPolicy = raw('GET', {
  path: '/api/model-policies/:policy/download',
  who: 'signed-in',
  summary:
    'Returns a model policy as a PDF or Word document (`format`), with a header block and lines for the acknowledgment.',
  query: { ...employer, format: DocumentFormat.default('pdf') },
})
