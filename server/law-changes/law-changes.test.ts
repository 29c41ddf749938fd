import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { requestInput } from '../../tests/architecture/rights.ts'
import { statusOn } from '../../domain/law-change.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const path = '/api/law-changes'
interface Change {
  slug: string
  date: string
  status: 'upcoming' | 'in-force'
  applies: 'yes' | 'unknown'
  only: string | null
}
const changes = async (query = '', who: Caller = testApp.ann): Promise<Change[]> =>
  (await who.get(`${path}${query}`)).body
const slugs = (found: Change[]) => found.map(({ slug }) => slug)

describe('the law updates page', () => {
  it('shows the next change first, then those in force, latest first', async () => {
    const all = await changes()
    const upcoming = all.filter(({ status }) => status === 'upcoming').map(({ date }) => date)
    const inForce = all.filter(({ status }) => status === 'in-force').map(({ date }) => date)
    expect(all.map(({ date }) => date)).toEqual([...upcoming, ...inForce])
    expect(upcoming).toEqual(upcoming.toSorted())
    expect(inForce).toEqual(inForce.toSorted().toReversed())
    expect(Math.min(upcoming.length, inForce.length)).toBeGreaterThan(0)
    expect(all[0]).toMatchObject({
      policies: [{ slug: 'wage-hour', title: 'Wage and Hour' }, expect.anything()],
      citations: [{ url: expect.stringMatching(/^https:/) }],
      checked: 'reported',
      asOf: '2026-06',
    })
  })

  it('shows a change as in force from its effective date', async () => {
    const later = await createTestApp()
    const days = Math.ceil((Date.parse('2027-01-01T05:00:00Z') - Date.now()) / 86_400_000)
    const statusOf = async () =>
      (await later.ann.get(path)).body.find(({ slug }: Change) => slug === 'minimum-wage-2027').status
    try {
      if (days > 1) expect(await statusOf()).toBe('upcoming')
      later.pass({ days: Math.max(days, 0) })
      expect((await later.signIn(later.people.ann.id, 'client').then((ann) => ann.get(path))).body).toContainEqual(
        expect.objectContaining({ slug: 'minimum-wage-2027', status: 'in-force' }),
      )
    } finally {
      await later.close()
    }
  })

  it('can be filtered by employer, and by upcoming or in force', async () => {
    expect(slugs(await changes('?headCount=4'))).not.toContain('human-rights-act-five')
    expect(slugs(await changes('?headCount=5'))).toContain('human-rights-act-five')
    const sick = async (headCount: number) =>
      slugs(await changes(`?headCount=${headCount}`)).filter((slug) => slug.startsWith('sick-leave'))
    expect([await sick(3), await sick(24), await sick(25), await sick(49), await sick(50)]).toEqual([
      ['sick-leave-1'],
      ['sick-leave-1'],
      ['sick-leave-25'],
      ['sick-leave-25'],
      ['sick-leave-50'],
    ])
    expect(slugs(await changes('?sector=private'))).not.toContain('school-phones-bell-to-bell')
    const school = await changes('?sector=public-school&headCount=80')
    expect(slugs(school)).toContain('school-phones-bell-to-bell')
    expect(school.every(({ applies }) => applies === 'yes')).toBe(true)
    expect((await changes('?status=upcoming')).every(({ status }) => status === 'upcoming')).toBe(true)
  })

  it('is paginated', async () => {
    const all = slugs(await changes())
    const first = await testApp.ann.get(`${path}?limit=7`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string
    expect([...slugs(first.body), ...slugs((await testApp.ann.get(next)).body)]).toEqual(all.slice(0, 14))
    expect((await testApp.ann.get(`${path}?limit=200`)).headers.link).toBeUndefined()
  })

  it.each([
    'headCount=0',
    'headCount=x',
    'headCount=1.5',
    'headCount=100001',
    'sector=garden',
    'status=old',
    'color=red',
  ])('refuses %s', async (query) => expect((await testApp.ann.get(`${path}?${query}`)).status).toBe(400))

  it('refuses signed-out visitors', async () => expect((await testApp.visitor.get(path)).status).toBe(401))
})

describe('the law updates of a folder', () => {
  const of = async (who: Caller, id: string) => who.get(`/api/client-folders/${id}/law-changes`)

  it('are those for its number of employees and sector, on both sides', async () => {
    const { id } = testApp.folders.acme
    const open = (await of(testApp.sam, id)).body as Change[]
    expect(open.find(({ slug }) => slug === 'sick-leave-25')?.applies).toBe('unknown')
    await testApp.sam.patch(`/api/client-folders/${id}`, { headCount: 30, sector: 'private' })
    const known = (await of(testApp.ann, id)).body as Change[]
    expect(slugs(known)).toContain('sick-leave-25')
    expect(slugs(known)).not.toContain('sick-leave-50')
    expect(slugs(known)).not.toContain('school-phones-bell-to-bell')
    expect(known.filter(({ only }) => only === null).every(({ applies }) => applies === 'yes')).toBe(true)
    const cleared = await testApp.sam.patch(`/api/client-folders/${id}`, { headCount: null, sector: null })
    expect(cleared.body).toMatchObject({ headCount: null, sector: null })
  })

  it('use the number of employees and sector from its service request', async () => {
    const request = { ...requestInput, email: 'new@firm.example', industry: 'private-education', companySize: '51-100' }
    const { id } = (await testApp.visitor.post('/api/service-requests', request)).body
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const folder = await testApp.sam.post('/api/client-folders', {
      name: 'Blue Ridge Academy',
      services: 'x',
      serviceRequestId: id,
    })
    expect(folder.body).toMatchObject({ sector: 'private-school', headCount: null, companySize: '51-100' })
    const found = (await of(testApp.sam, folder.body.id)).body as Change[]
    expect(found.find(({ slug }) => slug === 'sick-leave-50')?.applies).toBe('yes')
    expect(slugs(found)).not.toContain('sick-leave-25')
  })

  it('are not found by other clients, nor by visitors', async () => {
    const { id } = testApp.folders.acme
    expect((await of(testApp.eve, id)).status).toBe(404)
    expect((await of(testApp.sue, id)).status).toBe(404)
    expect((await of(testApp.visitor, id)).status).toBe(401)
    expect((await testApp.ann.get(`/api/client-folders/${id}/law-changes?status=x`)).status).toBe(400)
  })
})

describe('the clients affected by a law update', () => {
  const idOf = async (slug: string): Promise<string> =>
    (await testApp.sam.get(`${path}?limit=200`)).body.find((change: { slug: string }) => change.slug === slug).id
  const clientsOf = async (slug: string, who: Caller, query = '') =>
    (await who.get(`${path}/${await idOf(slug)}/clients${query}`)).body as { id: string; applies: string }[]
  const countOf = async (slug: string, who: Caller) => {
    const id = await idOf(slug)
    return (await who.get(`${path}/affected`)).body.find((count: { id: string }) => count.id === id)
  }
  const sized = async (name: string, headCount: number | null, sector: string | null): Promise<string> => {
    const { id } = (await testApp.sam.post('/api/client-folders', { name, services: 'x' })).body
    await testApp.sam.patch(`/api/client-folders/${id}`, { headCount, sector })
    return id
  }

  it('are counted and listed by size and sector', async () => {
    const before = await countOf('sick-leave-50', testApp.sam)
    const large = await sized('Large Mill', 60, 'private')
    const small = await sized('Small Mill', 6, 'private')
    const open = await sized('Unsized Mill', null, null)
    expect(await countOf('sick-leave-50', testApp.sam)).toMatchObject({
      applies: before.applies + 1,
      mayApply: before.mayApply + 1,
    })
    const found = await clientsOf('sick-leave-50', testApp.sam)
    expect(found.find(({ id }) => id === large)).toMatchObject({ name: 'Large Mill', headCount: 60, applies: 'yes' })
    expect(found.find(({ id }) => id === open)).toMatchObject({ applies: 'unknown' })
    expect(found.map(({ id }) => id)).not.toContain(small)
    expect((await clientsOf('sick-leave-50', testApp.sam, '?applies=yes')).map(({ id }) => id)).not.toContain(open)
  })

  it('are only those that the caller may see', async () => {
    const id = await sized('Only Sam Mill', 60, 'private')
    expect((await clientsOf('sick-leave-50', testApp.sue)).map((client) => client.id)).not.toContain(id)
    expect((await clientsOf('sick-leave-50', testApp.alice)).map((client) => client.id)).toContain(id)
  })

  it('exclude archived folders', async () => {
    const id = await sized('Former Mill', 60, 'private')
    await testApp.sam.patch(`/api/client-folders/${id}`, { status: 'archived' })
    expect((await clientsOf('sick-leave-50', testApp.sam)).map((client) => client.id)).not.toContain(id)
  })

  it('are never certain if the change depends on more than size and sector', async () => {
    const id = await sized('Riverside Hospital', 900, 'private')
    const found = await clientsOf('hospital-incident-reporting', testApp.sam)
    expect(found.find((client) => client.id === id)).toMatchObject({ applies: 'unknown' })
  })

  it('are paginated', async () => {
    await sized('Page One Mill', 60, 'private')
    await sized('Page Two Mill', 60, 'private')
    const first = await testApp.sam.get(`${path}/${await idOf('sick-leave-50')}/clients?limit=1`)
    expect(first.body).toHaveLength(1)
    expect(first.headers.link).toMatch(/rel="next"/)
  })

  it('are hidden from clients and visitors', async () => {
    const id = await idOf('sick-leave-50')
    expect((await testApp.ann.get(`${path}/affected`)).status).toBe(403)
    expect((await testApp.ann.get(`${path}/${id}/clients`)).status).toBe(404)
    expect((await testApp.visitor.get(`${path}/${id}/clients`)).status).toBe(401)
  })

  it('are refused for an unknown change or filter', async () => {
    expect((await testApp.sam.get(`${path}/${testApp.folders.acme.id}/clients`)).status).toBe(404)
    expect((await testApp.sam.get(`${path}/${await idOf('sick-leave-50')}/clients?applies=no`)).status).toBe(400)
  })
})

describe('a bill that is not yet law', () => {
  it('remains upcoming after its date', () => {
    const day = { date: '2027-01-01' } as const
    expect(statusOn({ ...day, legalStatus: 'enacted' }, '2027-06-01')).toBe('in-force')
    expect(statusOn({ ...day, legalStatus: 'needs-reenactment' }, '2027-06-01')).toBe('upcoming')
    expect(statusOn({ ...day, legalStatus: 'enjoined' }, '2027-06-01')).toBe('upcoming')
  })
})
