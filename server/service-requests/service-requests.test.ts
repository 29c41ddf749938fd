import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const wish = {
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

const submitted = async () => (await world.visitor.post('/api/service-requests', wish)).body.id as string

describe('a visitor asks for help', () => {
  it('and the request is pending, thanked for by letter, and in the trail', async () => {
    const answer = await world.visitor.post('/api/service-requests', wish)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...wish,
      website: null,
      status: 'pending',
      assignedStaffId: null,
      version: 1,
      allowed: [],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect((await world.mail()).at(-1)).toMatchObject({ to: wish.email, subject: 'We received your service request' })
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'service-request.submitted',
      actorId: null,
      entityId: answer.body.id,
    })
  })

  it('twice with one key, and asks once', async () => {
    const key = { 'idempotency-key': 'one-click' }
    const first = await world.visitor.post('/api/service-requests', wish, key)
    const again = await world.visitor.post('/api/service-requests', wish, key)
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await world.visitor.post('/api/service-requests', { ...wish, firstName: 'Ren' }, key)).status).toBe(422)
  })

  it('with a key of yesterday, and asks anew', async () => {
    const key = { 'idempotency-key': 'every-day' }
    const first = await world.visitor.post('/api/service-requests', wish, key)
    world.pass({ hours: 25 })
    const next = await world.visitor.post('/api/service-requests', wish, key)
    world.pass({ hours: -25 })
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
  ])('with a mistake (%j), and is told which', async (mistake, path, message) => {
    const answer = await world.visitor.post('/api/service-requests', { ...wish, ...mistake })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0]).toEqual({ path, message })
  })

  it('in any script, quoted and marked up, and it is kept as text', async () => {
    const businessName = `"O'Hara" & <b>Söhne</b> 人事 🗂️ שלום`
    const answer = await world.visitor.post('/api/service-requests', { ...wish, businessName })
    expect(answer.body.businessName).toBe(businessName)
  })
})

describe('B4: the team sees', () => {
  it('pending requests and their own as staff, all as administrators', async () => {
    const id = await submitted()
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const sees = async (who: 'alice' | 'mona' | 'sam' | 'sue') =>
      (await world[who].get('/api/service-requests?limit=200')).body.some(
        (request: { id: string }) => request.id === id,
      )
    expect(await sees('alice')).toBe(true)
    expect(await sees('mona')).toBe(true)
    expect(await sees('sam')).toBe(true)
    expect(await sees('sue')).toBe(false)
    expect((await world.sam.get(`/api/service-requests/${id}`)).status).toBe(200)
    expect((await world.sue.get(`/api/service-requests/${id}`)).status).toBe(404)
  })

  it('page by page, newest first, and finds by words as they are', async () => {
    await world.visitor.post('/api/service-requests', { ...wish, businessName: '100% Local_Foods' })
    const first = await world.alice.get('/api/service-requests?limit=1')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await world.alice.get(next)
    expect(first.body[0].id > second.body[0].id).toBe(true)
    const names = async (q: string) =>
      (await world.alice.get(`/api/service-requests?q=${encodeURIComponent(q)}`)).body.map(
        (r: { businessName: string }) => r.businessName,
      )
    expect(await names('100% local_')).toEqual(['100% Local_Foods'])
    expect(await names('100_')).toEqual([])
  })

  it('in short: the list cuts a long description, the request itself holds all of it', async () => {
    const needsDescription = 'x'.repeat(10_000)
    const { id } = (await world.visitor.post('/api/service-requests', { ...wish, needsDescription })).body
    const [first] = (await world.alice.get('/api/service-requests?limit=1')).body
    expect([first.id, first.needsDescription.length, 'businessGoals' in first]).toEqual([id, 1000, false])
    expect((await world.alice.get(`/api/service-requests/${id}`)).body.needsDescription).toBe(needsDescription)
  })

  it.each(['limit=0', 'limit=abc', 'cursor=abc', 'status=lost', 'colour=red'])(
    'no page for an odd %s',
    async (query) => {
      expect((await world.alice.get(`/api/service-requests?${query}`)).status).toBe(400)
    },
  )

  it('nothing as a client or a visitor', async () => {
    const id = await submitted()
    expect((await world.ann.get('/api/service-requests')).status).toBe(403)
    expect((await world.visitor.get('/api/service-requests')).status).toBe(401)
    const unknown = await world.ann.get('/api/service-requests/01890000-0000-7000-8000-00000000dead')
    const known = await world.ann.get(`/api/service-requests/${id}`)
    expect([known.status, known.text]).toEqual([404, unknown.text])
  })
})

describe('accepting', () => {
  it('makes a staff member the holder', async () => {
    const id = await submitted()
    const answer = await world.sam.patch(`/api/service-requests/${id}/status`, {
      status: 'in-progress',
      assignedStaffId: world.people.sam.id,
    })
    expect(answer.body).toMatchObject({
      status: 'in-progress',
      assignedStaffId: world.people.sam.id,
      assignedStaffName: 'Sam Carter',
      version: 2,
      allowed: ['open-folder', 'complete', 'cancel'],
    })
  })

  it('has one winner of forty, and tells the others who', async () => {
    const id = await submitted()
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        world[i % 2 ? 'sam' : 'sue'].patch(`/api/service-requests/${id}/status`, { status: 'in-progress' }),
      ),
    )
    const winners = tries.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = tries.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(39)
    const holder = winners[0]?.body.assignedStaffName as string
    for (const { body } of losers)
      expect([
        `This request has already been accepted by ${holder}.`,
        'You have already accepted this request.',
      ]).toContain(body.message)
    expect(
      (await world.trail()).filter((line) => line.entityId === id && line.action === 'service-request.in-progress'),
    ).toHaveLength(1)
  })

  it('by an administrator names a staff member, or nobody, but nobody else', async () => {
    const named = await world.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: world.people.sue.id,
    })
    expect(named.body.assignedStaffName).toBe('Sue Bennett')
    const nobody = await world.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
    })
    expect(nobody.body.assignedStaffId).toBeNull()
    const client = await world.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: world.people.ann.id,
    })
    expect([client.status, client.body.issues[0].path]).toEqual([400, 'assignedStaffId'])
  })

  it('for a colleague is refused', async () => {
    const answer = await world.sam.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: world.people.sue.id,
    })
    expect(answer.status).toBe(400)
  })
})

describe('a request ends', () => {
  it('completed or cancelled by its holder, and then stays as it is', async () => {
    const id = await submitted()
    const to = (status: string) => world.sam.patch(`/api/service-requests/${id}/status`, { status })
    await to('in-progress')
    expect((await to('completed')).body.status).toBe('completed')
    const again = await to('completed')
    expect([again.status, again.body.message]).toEqual([409, 'A completed request stays as it is.'])
    expect((await to('cancelled')).status).toBe(409)
  })

  it('by nobody who does not hold it', async () => {
    const id = await submitted()
    expect((await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'cancelled' })).status).toBe(403)
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect((await world.sue.patch(`/api/service-requests/${id}/status`, { status: 'completed' })).status).toBe(404)
    expect((await world.ann.patch(`/api/service-requests/${id}/status`, { status: 'completed' })).status).toBe(404)
  })

  it('not for somebody who saw an older version', async () => {
    const id = await submitted()
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const stale = await world.sam.patch(
      `/api/service-requests/${id}/status`,
      { status: 'completed' },
      { 'if-match': '"1"' },
    )
    expect(stale.status).toBe(412)
    expect(
      (await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'completed' }, { 'if-match': '"2"' }))
        .status,
    ).toBe(200)
  })

  it('without a version goes through, and the trail says so', async () => {
    const id = await submitted()
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect((await world.trail()).at(-1)?.details).toMatchObject({ withoutVersion: true })
  })
})

describe('an administrator gives a request to somebody', () => {
  it('B4: and it leaves the one and reaches the other', async () => {
    const id = await submitted()
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const answer = await world.alice.patch(`/api/service-requests/${id}/assignee`, {
      assignedStaffId: world.people.sue.id,
    })
    expect(answer.body.assignedStaffName).toBe('Sue Bennett')
    expect((await world.mail()).at(-1)).toMatchObject({
      to: 'sue@example.com',
      subject: 'A service request is assigned to you',
    })
    expect((await world.sam.get(`/api/service-requests/${id}`)).status).toBe(404)
    expect((await world.sue.get(`/api/service-requests/${id}`)).status).toBe(200)
  })

  it('but staff may not, and a pending request has nobody', async () => {
    const id = await submitted()
    expect(
      (await world.sam.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: world.people.sam.id })).status,
    ).toBe(403)
    expect(
      (await world.alice.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: world.people.sam.id }))
        .status,
    ).toBe(409)
  })
})

describe('the door', () => {
  it('takes no write from another site, and only JSON', async () => {
    const foreign = await world.visitor.post('/api/service-requests', wish, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect(
      (await world.visitor.post('/api/service-requests', wish, { origin: 'https://elsewhere.example' })).status,
    ).toBe(403)
    const form = await world.visitor.send({
      method: 'POST',
      url: '/api/service-requests',
      headers: { 'content-type': 'text/plain' },
      payload: 'a=b',
    })
    expect(form.status).toBe(415)
  })

  it('says 404 in JSON for unknown addresses, 405 with Allow for other methods, 404 for ids that are none', async () => {
    expect((await world.alice.get('/api/nothing')).body.code).toBe('not-found')
    const wrong = await world.alice.delete('/api/service-requests')
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'HEAD, POST, GET'])
    expect((await world.alice.get('/api/service-requests/7')).status).toBe(404)
  })
})

describe('how many requests may be submitted in an hour', () => {
  const send = (remoteAddress: string, caller = world.visitor) =>
    caller.send({ method: 'POST', url: '/api/service-requests', payload: wish, remoteAddress })

  it('is sixty from one address', async () => {
    for (let n = 0; n < 60; n++) expect((await send('198.51.100.1')).status).toBe(201)
    const refused = await send('198.51.100.1')
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await send('198.51.100.2')).status).toBe(201)
  })

  it('is sixty from one IPv6 network, whatever the address in it', async () => {
    for (let n = 0; n < 60; n++) expect((await send(`2001:db8:5:5::${n}`)).status).toBe(201)
    expect((await send('2001:db8:5:5:f::1')).status).toBe(429)
    expect((await send('2001:db8:5:6::1')).status).toBe(201)
  })

  it('is not limited for staff and administrators, who enter requests that come by phone', async () => {
    for (let n = 0; n < 62; n++) expect((await send('198.51.100.3', world.sam)).status).toBe(201)
    expect((await send('198.51.100.3', world.alice)).status).toBe(201)
  })

  it('is sixty for a client', async () => {
    for (let n = 0; n < 60; n++) expect((await send('198.51.100.4', world.ann)).status).toBe(201)
    expect((await send('198.51.100.4', world.ann)).status).toBe(429)
  })
})
