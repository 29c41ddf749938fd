import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { change } from './kit/endpoint.ts'

/** How many of each were added. */
const TestData = z.object({
  message: z.string(),
  users: z.int(),
  clientFolders: z.int(),
  serviceRates: z.int(),
  proposals: z.int(),
  contracts: z.int(),
  invoices: z.int(),
})
export type TestData = z.infer<typeof TestData>

export const setUpTestData = change('POST', {
  path: '/api/setup-test-data',
  who: administrators,
  summary:
    'Creates sample people, folders, rate cards, and a proposal, a contract, and an invoice for the demonstration client. Can be repeated. 404 outside a demonstration.',
  reply: TestData,
  status: 201,
})
