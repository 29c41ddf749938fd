// A typed client for the portal's API, for programs with an API key. The calls are the endpoints as the portal itself
// declares them, by area: `await portal.call(invoices.readInvoice, { params: { id } })`.
import { addressFor, type AnyInput, type EndpointInput, nextCursor, type Reply } from '../api/kit/call.ts'
import type { Endpoint } from '../api/kit/endpoint.ts'

export * as agreementTemplates from '../api/agreement-templates.ts'
export * as assignments from '../api/assignments.ts'
export * as books from '../api/books.ts'
export * as clientFolders from '../api/client-folders.ts'
export * as clientPrices from '../api/client-prices.ts'
export * as contracts from '../api/contracts.ts'
export * as creditNotes from '../api/credit-notes.ts'
export * as deadlines from '../api/deadlines.ts'
export * as documentRequests from '../api/document-requests.ts'
export * as documents from '../api/documents.ts'
export * as employees from '../api/employees.ts'
export * as folderContacts from '../api/folder-contacts.ts'
export * as handbooks from '../api/handbooks.ts'
export * as hrForms from '../api/hr-forms.ts'
export * as hrPolicies from '../api/hr-policies.ts'
export * as invoicePlans from '../api/invoice-plans.ts'
export * as invoices from '../api/invoices.ts'
export * as jobTemplates from '../api/job-templates.ts'
export * as lawChanges from '../api/law-changes.ts'
export * as messages from '../api/messages.ts'
export * as modelPolicies from '../api/model-policies.ts'
export * as onboardingReports from '../api/onboarding-reports.ts'
export * as ownForms from '../api/own-forms.ts'
export * as ownPolicies from '../api/own-policies.ts'
export * as proposals from '../api/proposals.ts'
export * as reports from '../api/reports.ts'
export * as retainers from '../api/retainers.ts'
export * as savedReplies from '../api/saved-replies.ts'
export * as serviceRates from '../api/service-rates.ts'
export * as serviceRequests from '../api/service-requests.ts'
export * as statements from '../api/statements.ts'
export * as tasks from '../api/tasks.ts'
export * as timeEntries from '../api/time-entries.ts'
export * as trainingRecords from '../api/training-records.ts'

/** The portal refused a call. The message is a sentence for people; `issues` names the fields of a 400. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly status: number
  readonly code: string
  readonly issues: readonly { path: string; message: string }[]

  constructor(status: number, { message, code, issues }: Problem) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }
}

interface Problem {
  message: string
  code: string
  issues: { path: string; message: string }[]
}

export interface PortalOptions {
  /** Such as https://portal.example.com. */
  url: string
  /** Created in the portal under Admin > API keys. */
  key: string
}

type ItemOf<E extends Endpoint> = Reply<E> extends (infer T)[] ? T : never

export class Portal {
  readonly #options: PortalOptions

  constructor(options: PortalOptions) {
    this.#options = options
  }

  /**
   * Calls an endpoint. Throws PortalError if it is refused. A POST has an Idempotency-Key: pass your own to repeat the
   * call safely after a lost connection.
   */
  async call<E extends Endpoint>(endpoint: E, ...[input]: EndpointInput<E>): Promise<Reply<E>> {
    return (await this.#send(endpoint, input)).json() as Promise<Reply<E>>
  }

  /** All items of a list, page by page. */
  async *all<E extends Endpoint & { list: true }>(
    endpoint: E,
    ...[input]: EndpointInput<E>
  ): AsyncGenerator<ItemOf<E>> {
    let cursor: string | null = null
    do {
      const query: object = { ...input?.query, ...(cursor === null ? {} : { cursor }) }
      const response: Response = await this.#send(endpoint, { ...input, query })
      yield* (await response.json()) as ItemOf<E>[]
      cursor = nextCursor(response.headers.get('link'))
    } while (cursor !== null)
  }

  /** A reply that is not JSON, such as a PDF or a CSV file. */
  async download<E extends Endpoint & { reply: null }>(endpoint: E, ...[input]: EndpointInput<E>): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(endpoint, input)).arrayBuffer())
  }

  async #send({ method, path }: Endpoint, input: AnyInput = {}): Promise<Response> {
    const { params, query, body, ifMatch, idempotencyKey = crypto.randomUUID() } = input
    const { url, key } = this.#options
    const response = await fetch(new URL(addressFor(path, params, query), url), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new PortalError(response.status, (await response.json()) as Problem)
    return response
  }
}
