// Views, counts, and orders of a folder's documents, and several of them downloaded as one ZIP file.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxDocumentsInZip } from '../../domain/document-list.ts'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

let testApp: TestApp
let scratch: string
beforeAll(async () => {
  testApp = await createTestApp()
  scratch = await mkdtemp(join(tmpdir(), 'portal-zip-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
  await rm(scratch, { recursive: true, force: true })
})

const documentsOf = (folder: string, rest = '') => `/api/client-folders/${folder}/documents${rest}`
const add = async (by: Caller, folder: string, name: string, more: object = {}): Promise<string> => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return (await addDocument(by, folder, { name, ...more })).body.id
}
const namesIn = async (folder: string, query: string, by = testApp.sam): Promise<string[]> =>
  (await by.get(documentsOf(folder, query))).body.map(({ originalName }: { originalName: string }) => originalName)

describe('the list of a folder’s documents', () => {
  it('has views whose counts are those of the lists', async () => {
    const folder = await company(testApp)
    await add(testApp.sam, folder, 'To sign.pdf', { requiresSignature: true })
    await add(testApp.sam, folder, 'Ours.pdf')
    await add(testApp.ann, folder, 'Theirs.pdf')
    const { body } = await testApp.sam.get(documentsOf(folder, '/figures'))
    expect(body).toEqual({
      all: 3,
      views: [
        { view: 'to-sign', count: 1 },
        { view: 'signed', count: 0 },
        { view: 'requested', count: 0 },
        { view: 'from-client', count: 1 },
        { view: 'from-team', count: 2 },
        { view: 'team-only', count: 0 },
        { view: 'expiring', count: 0 },
      ],
      subfolders: [],
      tags: [],
    })
    for (const { view, count } of body.views as { view: string; count: number }[])
      expect(await namesIn(folder, `?view=${view}`), view).toHaveLength(count)
    expect(await namesIn(folder, '?view=from-client', testApp.ann)).toEqual(['Theirs.pdf'])
  })

  it('sorts by name, size, and date in both directions, across pages', async () => {
    const folder = await company(testApp)
    await add(testApp.sam, folder, 'beta.pdf', { bytes: pdf('a longer text than the others have') })
    await add(testApp.sam, folder, 'Alpha.pdf', { bytes: pdf('x') })
    await add(testApp.sam, folder, 'Gamma.pdf', { bytes: pdf('middle') })
    const byName = ['Alpha.pdf', 'beta.pdf', 'Gamma.pdf']
    const bySize = ['beta.pdf', 'Gamma.pdf', 'Alpha.pdf']
    const byDate = ['beta.pdf', 'Alpha.pdf', 'Gamma.pdf']
    expect(await namesIn(folder, '?order=name')).toEqual(byName)
    expect(await namesIn(folder, '?order=name-desc')).toEqual(byName.toReversed())
    expect(await namesIn(folder, '?order=size')).toEqual(bySize)
    expect(await namesIn(folder, '?order=size-asc')).toEqual(bySize.toReversed())
    expect(await namesIn(folder, '?order=oldest')).toEqual(byDate)
    expect(await namesIn(folder, '')).toEqual(byDate.toReversed())
    const first = await testApp.sam.get(documentsOf(folder, '?order=name&limit=2'))
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    expect((await testApp.sam.get(next)).body).toMatchObject([{ originalName: 'Gamma.pdf' }])
  })

  it.each(['?view=drafts', '?order=color'])('refuses %s', async (query) => {
    expect((await testApp.sam.get(documentsOf(testApp.folders.acme.id, query))).status).toBe(400)
  })

  it('counts nothing for strangers and for a contact without the documents', async () => {
    const folder = await company(testApp)
    const contact = await contactIn(testApp, folder, { ...noRights, messages: true })
    const colleague = await testApp.signIn(contact.userId, 'client')
    for (const caller of [testApp.eve, testApp.sue, colleague])
      expect((await caller.get(documentsOf(folder, '/figures'))).status).toBe(404)
  })
})

describe('several documents as one ZIP file', () => {
  let count = 0
  /** The names in the archive, read by a separate program, and the text of one of them. */
  async function unpacked(by: Caller, folder: string, ids: string[]) {
    const answer = await fetch(`${await testApp.address()}${documentsOf(folder, `/zip?ids=${ids.join(',')}`)}`, {
      headers: { cookie: by.cookie ?? '' },
    })
    expect(answer.status).toBe(200)
    const path = join(scratch, `${++count}.zip`)
    await writeFile(path, Buffer.from(await answer.arrayBuffer()))
    const text = (...more: string[]) =>
      execFileSync('unzip', [...more], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    text('-tq', path)
    return {
      names: text('-Z1', path).trim().split('\n'),
      notIncluded: () => text('-p', path, 'Not included.txt'),
      disposition: answer.headers.get('content-disposition'),
    }
  }
  const status = async (by: Caller, folder: string, ids: readonly string[]) =>
    (await by.get(documentsOf(folder, `/zip?ids=${ids.join(',')}`))).status

  it('contains those chosen, with unique names, and each is recorded as opened', async () => {
    const folder = await company(testApp)
    const ids = [await add(testApp.sam, folder, 'Plan.pdf'), await add(testApp.ann, folder, 'plan.pdf')]
    await add(testApp.sam, folder, 'Not chosen.pdf')
    const { names, disposition } = await unpacked(testApp.ann, folder, [...ids, ...ids])
    expect(names).toEqual(['Plan.pdf', 'plan (2).pdf', 'SHA256SUMS'])
    expect(disposition).toMatch(/^attachment; filename="Company \d+ documents \d{4}-\d\d-\d\d\.zip"/)
    const entries = (await testApp.auditLog()).filter(
      ({ action, entityId }) => action === 'document.opened' && ids.includes(entityId ?? ''),
    )
    expect(new Set(entries.map(({ entityId }) => entityId))).toEqual(new Set(ids))
  })

  it('names those that were left out: withdrawn, not scanned yet, or infected', async () => {
    const folder = await company(testApp)
    const named = ['Good.pdf', 'Waiting.pdf', 'Infected.pdf', 'Withdrawn.pdf']
    const ids: string[] = []
    for (const name of named) ids.push(await add(testApp.sam, folder, name))
    const [, waiting = '', infected = '', withdrawn = ''] = ids
    await testApp.db.run(sql`update documents set scan = 'waiting' where id = ${waiting}`)
    await testApp.db.run(sql`update documents set scan = 'infected' where id = ${infected}`)
    await testApp.sam.post(`/api/documents/${withdrawn}/withdrawal`, { reason: 'Wrong folder' })
    const clients = await unpacked(testApp.ann, folder, ids)
    expect(clients.names).toEqual(['Good.pdf', 'Not included.txt', 'SHA256SUMS'])
    expect(clients.notIncluded()).toContain('Waiting.pdf: This file is still being checked')
    expect(clients.notIncluded()).toContain('Infected.pdf: The virus scanner found')
    // The name of a file that the team withdrew may be another client's.
    expect(clients.notIncluded()).toContain('A document: it was withdrawn.')
    expect((await unpacked(testApp.alice, folder, ids)).notIncluded()).toContain('Withdrawn.pdf: it was withdrawn.')
    expect(await status(testApp.ann, folder, [waiting, withdrawn])).toBe(409)
  })

  it('refuses another folder’s document, another client, and an id that never existed', async () => {
    const [folder, other] = [await company(testApp), await company(testApp)]
    const [own, foreign] = [await add(testApp.sam, folder, 'Own.pdf'), await add(testApp.sam, other, 'Foreign.pdf')]
    expect(await status(testApp.ann, folder, [own, foreign])).toBe(404)
    expect(await status(testApp.ann, folder, [own, testApp.people.ann.id])).toBe(404)
    for (const caller of [testApp.eve, testApp.sue]) expect(await status(caller, folder, [own])).toBe(404)
    expect(await status(testApp.visitor, folder, [own])).toBe(401)
    const bare = await contactIn(testApp, folder, { ...noRights, money: true })
    expect(await status(await testApp.signIn(bare.userId, 'client'), folder, [own])).toBe(404)
  })

  it.each([
    ['no id', []],
    ['an invalid id', ['x']],
    ['too many ids', Array.from({ length: maxDocumentsInZip + 1 }, () => '018f0000-0000-7000-8000-000000000000')],
  ])('refuses %s', async (_what, ids) => {
    expect(await status(testApp.sam, testApp.folders.acme.id, ids)).toBe(400)
  })
})
