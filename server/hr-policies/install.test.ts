import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { bundledPolicies } from './bundled.ts'
import { installPolicies } from './install.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const path = '/api/hr-policies'
const newer = (slug: string) =>
  bundledPolicies().map((policy) =>
    policy.slug === slug
      ? { ...policy, version: policy.version + 1, content: '## In short\n\nThe next version of the file.' }
      : policy,
  )
const shown = async (slug: string) => (await testApp.ann.get(`${path}/${slug}`)).body

describe('installing built-in policies', () => {
  it('happens once, whichever instance starts, and is audited', async () => {
    const before = (await testApp.auditLog()).length
    await Promise.all([installPolicies(testApp.db), installPolicies((await testApp.twin()).db)])
    expect(await testApp.auditLog()).toHaveLength(before)
    expect((await testApp.ann.get(path)).body).toHaveLength(15)
    await testApp.db.run(sql`update hr_policies set slug = 'gone' where slug = 'leave-policy'`)
    await Promise.all([1, 2, 3].map(() => installPolicies(testApp.db)))
    expect((await testApp.ann.get(path)).body).toHaveLength(16)
    expect((await testApp.auditLog()).slice(before)).toMatchObject([{ action: 'hr-policy.installed', actorId: null }])
  })

  it('makes a newer file the current version and retains the earlier one', async () => {
    await installPolicies(testApp.db, newer('wage-hour'))
    expect(await shown('wage-hour')).toMatchObject({
      currentVersion: 2,
      sections: [{ heading: 'In short' }],
      versions: [
        { number: 2, isCurrent: true, cameWithPortal: true },
        { number: 1, isCurrent: false },
      ],
    })
    await installPolicies(testApp.db)
    expect((await shown('wage-hour')).currentVersion).toBe(2)
  })

  it('leaves the current version if an administrator published it, and adds the new one to the versions', async () => {
    const content = '## In short\n\nOurs.'
    await testApp.alice.post(`${path}/social-media/versions`, { content })
    await installPolicies(testApp.db, newer('social-media'))
    expect(await shown('social-media')).toMatchObject({
      currentVersion: 2,
      versions: [
        { number: 3, isCurrent: false, cameWithPortal: true },
        { number: 2, isCurrent: true, cameWithPortal: false },
        { number: 1, isCurrent: false, cameWithPortal: true },
      ],
    })
    const waiting = (await testApp.alice.get(`${path}/social-media/versions/3`)).body
    const taken = await testApp.alice.post(`${path}/social-media/versions`, { content: waiting.content })
    expect([taken.body.number, (await shown('social-media')).currentVersion]).toEqual([4, 4])
    const ahead = await testApp.ann.post(`${path}/social-media/acknowledgement`, { version: 5 })
    expect(ahead.status).toBe(400)
  })
})
