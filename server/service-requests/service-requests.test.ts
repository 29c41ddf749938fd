// Submitting a service request: what it creates, what is refused, and the hourly limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const requestInput = {
  businessName: 'Tidewater Marine Supply',
  firstName: 'Renee',
  lastName: 'Castillo',
  email: 'renee@tidewater.example',
  phone: '(757) 555-0142',
  website: '',
  services: ['hr-operations', 'hr-consulting'],
  needsDescription: 'Two wage complaints this month.',
  businessGoals: 'No third one.',
  industry: 'retail',
  companySize: '11-50',
}

describe('submitting a service request', () => {
  it('creates a pending request, sends a confirmation email, and is audited', async () => {
    const answer = await testApp.visitor.post('/api/service-requests', requestInput)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...requestInput,
      website: null,
      status: 'pending',
      assignedStaffId: null,
      version: 1,
      allowed: [],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: requestInput.email,
      subject: 'ProHR received your service request',
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'service-request.submitted',
      actorId: null,
      entityId: answer.body.id,
    })
  })

  it('creates one request for two calls with the same key', async () => {
    const key = { 'idempotency-key': 'one-click' }
    const first = await testApp.visitor.post('/api/service-requests', requestInput, key)
    const again = await testApp.visitor.post('/api/service-requests', requestInput, key)
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(
      (await testApp.visitor.post('/api/service-requests', { ...requestInput, firstName: 'Ren' }, key)).status,
    ).toBe(422)
  })

  it('creates another request with the same key a day later', async () => {
    const key = { 'idempotency-key': 'every-day' }
    const first = await testApp.visitor.post('/api/service-requests', requestInput, key)
    testApp.pass({ hours: 25 })
    const next = await testApp.visitor.post('/api/service-requests', requestInput, key)
    testApp.pass({ hours: -25 })
    expect([next.status, next.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(next.body.id).not.toBe(first.body.id)
  })

  it.each([
    [{ services: [] }, 'services', 'Please select at least one service'],
    [{ services: ['gardening'] }, 'services.0', expect.any(String)],
    [{ firstName: '  ' }, 'firstName', 'First name is required'],
    [{ email: 'renee' }, 'email', 'Valid email is required'],
    [{ website: 'javascript:alert(1)' }, 'website', expect.stringContaining('https://')],
    [{ businessName: 'x'.repeat(201) }, 'businessName', expect.stringContaining('200')],
    [{ needsDescription: 'a\u0000b' }, 'needsDescription', expect.stringContaining('stored')],
    [{ status: 'completed' }, '', expect.stringContaining('status')],
  ])('refuses invalid input (%j) and names the field', async (mistake, path, message) => {
    const answer = await testApp.visitor.post('/api/service-requests', { ...requestInput, ...mistake })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0]).toEqual({ path, message })
  })

  it('stores text in any script, with quotes and markup, literally', async () => {
    const businessName = `"O'Hara" & <b>Söhne</b> 人事 🗂️ שלום`
    const answer = await testApp.visitor.post('/api/service-requests', { ...requestInput, businessName })
    expect(answer.body.businessName).toBe(businessName)
  })
})

describe('the public endpoint of service requests', () => {
  it('refuses writes from other sites, and any content type but JSON', async () => {
    const foreign = await testApp.visitor.post('/api/service-requests', requestInput, {
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.status).toBe(403)
    expect(
      (await testApp.visitor.post('/api/service-requests', requestInput, { origin: 'https://elsewhere.example' }))
        .status,
    ).toBe(403)
    const form = await testApp.visitor.send({
      method: 'POST',
      url: '/api/service-requests',
      headers: { 'content-type': 'text/plain' },
      payload: 'a=b',
    })
    expect(form.status).toBe(415)
  })

  it('replies 404 in JSON for unknown addresses, 405 with Allow for other methods, and 404 for invalid ids', async () => {
    expect((await testApp.alice.get('/api/nothing')).body.code).toBe('not-found')
    const wrong = await testApp.alice.delete('/api/service-requests')
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'HEAD, POST, GET'])
    expect((await testApp.alice.get('/api/service-requests/7')).status).toBe(404)
  })
})

describe('the hourly limit of service requests', () => {
  const send = (remoteAddress: string, caller = testApp.visitor) =>
    caller.send({ method: 'POST', url: '/api/service-requests', payload: requestInput, remoteAddress })

  it('is sixty for one address', async () => {
    for (let n = 0; n < 60; n++) expect((await send('198.51.100.1')).status).toBe(201)
    const refused = await send('198.51.100.1')
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await send('198.51.100.2')).status).toBe(201)
  })

  it('is sixty for one IPv6 network, whatever the address in it', async () => {
    for (let n = 0; n < 60; n++) expect((await send(`2001:db8:5:5::${n}`)).status).toBe(201)
    expect((await send('2001:db8:5:5:f::1')).status).toBe(429)
    expect((await send('2001:db8:5:6::1')).status).toBe(201)
  })

  it('does not apply to staff and administrators, who enter requests by phone', async () => {
    for (let n = 0; n < 62; n++) expect((await send('198.51.100.3', testApp.sam)).status).toBe(201)
    expect((await send('198.51.100.3', testApp.alice)).status).toBe(201)
  })

  it('is sixty for a client', async () => {
    for (let n = 0; n < 60; n++) expect((await send('198.51.100.4', testApp.ann)).status).toBe(201)
    expect((await send('198.51.100.4', testApp.ann)).status).toBe(429)
  })
})
