import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftedInvoice, sentInvoice } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const acknowledgment = {
  formType: 'handbook-acknowledgment',
  formData: {
    employeeName: 'Pat Smith',
    employeeId: 'E-1',
    department: 'Shop',
    supervisor: 'Sam Staff',
    acknowledgmentDate: '2026-03-01',
    signature: 'Pat Smith',
  },
}

const submit = async () => (await testApp.ann.post('/api/hr-forms', acknowledgment)).body.submission.id as string

async function fetched(who: Caller, url: string) {
  const headers: Record<string, string> = who.cookie === null ? {} : { cookie: who.cookie }
  const { statusCode, rawPayload } = await testApp.app.inject({ url, headers })
  return { status: statusCode, bytes: rawPayload }
}

const stored = () =>
  testApp.db.rows(
    typed(
      z.object({ entityId: z.string(), storageKey: z.string(), createdAt: z.date() }),
    )`select entity_id as "entityId", storage_key as "storageKey", created_at as "createdAt" from stored_pdfs`,
  )
const storedOf = async (id: string) => (await stored()).filter(({ entityId }) => entityId === id)

describe('a form submission’s PDF', () => {
  it('is rendered once and then read from the store, with the same bytes', async () => {
    const id = await submit()
    const url = `/api/hr-form-submissions/${id}/pdf`
    const first = await fetched(testApp.ann, url)
    expect(first.status).toBe(200)
    const [row] = await storedOf(id)
    const second = await fetched(testApp.ann, url)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(await storedOf(id)).toEqual([row])
    expect((await fetched(testApp.eve, url)).status).toBe(404)
  })

  it('is rendered once for two concurrent requests', async () => {
    const id = await submit()
    const url = `/api/hr-form-submissions/${id}/pdf`
    const answers = await Promise.all([
      fetched(testApp.ann, url),
      fetched(testApp.ann, url),
      fetched(testApp.alice, url),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await storedOf(id)).toHaveLength(1)
  })

  it('is rendered again if its stored file is missing', async () => {
    const id = await submit()
    const url = `/api/hr-form-submissions/${id}/pdf`
    await fetched(testApp.ann, url)
    await testApp.context.files.remove((await storedOf(id))[0]!.storageKey)
    const again = await fetched(testApp.ann, url)
    expect(again.status).toBe(200)
    expect(await textOf(again.bytes)).toContain('Pat Smith')
  })
})

describe('an invoice’s PDF', () => {
  it('is stored once the invoice is sent, and replaced when a payment changes it', async () => {
    const id = await sentInvoice(testApp)
    await fetched(testApp.ann, `/api/invoices/${id}/pdf`)
    const [before] = await storedOf(id)
    const payment = await testApp.alice.post(`/api/invoices/${id}/payments`, { amount: 4_000, method: 'check' })
    expect(payment.status, payment.text).toBe(201)
    const paid = await fetched(testApp.ann, `/api/invoices/${id}/pdf`)
    expect(await textOf(paid.bytes)).toContain('$40.00')
    const [after] = await storedOf(id)
    expect(after?.storageKey).not.toBe(before?.storageKey)
    expect(await testApp.context.files.exists(before!.storageKey)).toBe(false)
    await fetched(testApp.ann, `/api/payments/${payment.body.id}/pdf`)
    expect(await storedOf(payment.body.id)).toHaveLength(1)
  })

  it('is not stored for a draft', async () => {
    const id = await draftedInvoice(testApp)
    expect((await fetched(testApp.alice, `/api/invoices/${id}/pdf`)).status).toBe(200)
    expect(await storedOf(id)).toEqual([])
  })
})

describe('a long form', () => {
  it('refuses more lines than fit on a few pages', async () => {
    const review = {
      formType: 'performance-review',
      formData: {
        employeeName: 'Pat Smith',
        employeeId: 'E-1',
        reviewPeriod: '2026',
        department: 'Shop',
        supervisor: 'Sam Staff',
        goals: 'x\n\n'.repeat(3333),
        achievements: 'Many',
      },
    }
    const answer = await testApp.ann.post('/api/hr-forms', review)
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toEqual([{ path: 'formData.goals', message: 'Use at most 300 lines.' }])
  })
})

describe('disconnected callers', () => {
  it('do not delay PDFs of others', async () => {
    const base = await testApp.address()
    const id = await submit()
    const headers = { cookie: testApp.ann.cookie ?? '' }
    const left = new AbortController()
    const abandoned = Array.from({ length: 40 }, () =>
      fetch(`${base}/api/hr-form-submissions/${id}/pdf`, { headers, signal: left.signal }).then(
        async (response) => ({ status: response.status, ...(await response.json().catch(() => ({}))) }),
        () => ({ status: 0 }),
      ),
    )
    const answers = Promise.all(abandoned)
    const first = await Promise.race(abandoned)
    // More than three PDFs of one person (429), and many requests of one person (503), are refused right away.
    expect([429, 503]).toContain(first.status)
    left.abort()
    expect((await answers).some(({ status }) => status === 0)).toBe(true)
    const invoice = await fetched(testApp.alice, `/api/invoices/${await sentInvoice(testApp)}/pdf`)
    expect(invoice.status).toBe(200)
  })
})
