import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { wish } from '../../tests/guards/rights.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const path = '/api/law-changes'
interface Change {
  slug: string
  date: string
  status: 'upcoming' | 'in-force'
  applies: 'yes' | 'unknown'
}
const changes = async (query = '', who: Caller = world.ann): Promise<Change[]> =>
  (await who.get(`${path}${query}`)).body
const slugs = (found: Change[]) => found.map(({ slug }) => slug)

describe('the board', () => {
  it('shows the next change on top, then those in force, the latest first', async () => {
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

  it('holds a change as in force from its day on', async () => {
    const later = await createWorld()
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

  it('is narrowed to an employer, and to what comes or holds', async () => {
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

  it('comes page by page', async () => {
    const all = slugs(await changes())
    const first = await world.ann.get(`${path}?limit=7`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string
    expect([...slugs(first.body), ...slugs((await world.ann.get(next)).body)]).toEqual(all.slice(0, 14))
    expect((await world.ann.get(`${path}?limit=200`)).headers.link).toBeUndefined()
  })

  it.each([
    'headCount=0',
    'headCount=x',
    'headCount=1.5',
    'headCount=100001',
    'sector=garden',
    'status=old',
    'colour=red',
  ])('refuses %s', async (query) => expect((await world.ann.get(`${path}?${query}`)).status).toBe(400))

  it('is shut to visitors', async () => expect((await world.visitor.get(path)).status).toBe(401))
})

describe('a folder', () => {
  const of = async (who: Caller, id: string) => who.get(`/api/client-folders/${id}/law-changes`)

  it('shows the changes that concern its head count and sector, to both sides', async () => {
    const { id } = world.folders.acme
    const open = (await of(world.sam, id)).body as Change[]
    expect(open.find(({ slug }) => slug === 'sick-leave-25')?.applies).toBe('unknown')
    await world.sam.patch(`/api/client-folders/${id}`, { headCount: 30, sector: 'private' })
    const known = (await of(world.ann, id)).body as Change[]
    expect(slugs(known)).toContain('sick-leave-25')
    expect(slugs(known)).not.toContain('sick-leave-50')
    expect(slugs(known)).not.toContain('school-phones-bell-to-bell')
    expect(known.every(({ applies }) => applies === 'yes')).toBe(true)
    const cleared = await world.sam.patch(`/api/client-folders/${id}`, { headCount: null, sector: null })
    expect(cleared.body).toMatchObject({ headCount: null, sector: null })
  })

  it('begins with what its request said', async () => {
    const request = { ...wish, email: 'new@firm.example', industry: 'private-education', companySize: '51-100' }
    const { id } = (await world.visitor.post('/api/service-requests', request)).body
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const folder = await world.sam.post('/api/client-folders', {
      name: 'Blue Ridge Academy',
      services: 'x',
      serviceRequestId: id,
    })
    expect(folder.body).toMatchObject({ sector: 'private-school', headCount: null, companySize: '51-100' })
    const found = (await of(world.sam, folder.body.id)).body as Change[]
    expect(found.find(({ slug }) => slug === 'sick-leave-50')?.applies).toBe('yes')
    expect(slugs(found)).not.toContain('sick-leave-25')
  })

  it('of another is not there, nor is one for visitors', async () => {
    const { id } = world.folders.acme
    expect((await of(world.eve, id)).status).toBe(404)
    expect((await of(world.sue, id)).status).toBe(404)
    expect((await of(world.visitor, id)).status).toBe(401)
    expect((await world.ann.get(`/api/client-folders/${id}/law-changes?status=x`)).status).toBe(400)
  })
})
