// Which folder a submitted form belongs to, and who sees it through that folder.
import { readFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { applying } from '../../tests/hr-forms.ts'
import { type Caller, createWorld, unknownId, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const submit = (who: Caller, more: object = {}) => who.post('/api/hr-forms', { ...applying(), ...more })
const submitted = async (who: Caller, more: object = {}) => {
  const answer = await submit(who, more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.submission as { id: string; clientFolderId: string | null; clientFolderName: string | null }
}
const reads = async (who: Caller, id: string) => [
  (await who.get(`/api/hr-form-submissions/${id}`)).status,
  (await who.get(`/api/hr-form-submissions/${id}/pdf`)).status,
  (await who.get('/api/hr-form-submissions?limit=200')).body.some((each: { id: string }) => each.id === id),
]
const seen = [200, 200, true]
const hidden = [404, 404, false]

/** A client of their own, and one who asks for nothing more. */
let count = 0
async function newClient() {
  const email = `client${++count}@example.com`
  const { body } = await world.alice.post('/api/users', { email, role: 'client', firstName: 'Kay', lastName: 'Ford' })
  return { id: body.id as string, email, caller: await world.signIn(body.id, 'client') }
}

describe('the folder of a form', () => {
  it('is the one that the sender has', async () => {
    const kay = await newClient()
    const folder = await company(world, kay.id)
    const { clientFolderId, clientFolderName } = await submitted(kay.caller)
    expect(clientFolderId).toBe(folder)
    expect(clientFolderName).toMatch(/^Company/)
  })

  it('is the one that the sender names, or the first in their list', async () => {
    const kay = await newClient()
    const [older, newer] = [await company(world, kay.id), await company(world, kay.id)]
    expect((await submitted(kay.caller, { clientFolderId: older })).clientFolderId).toBe(older)
    const [first] = (await kay.caller.get('/api/client-folders')).body
    expect(first.id).toBe(newer)
    expect((await submitted(kay.caller)).clientFolderId).toBe(newer)
  })

  it('skips an archived folder unless it is named, which is refused', async () => {
    const kay = await newClient()
    const [open, archived] = [await company(world, kay.id), await company(world, kay.id)]
    await world.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    expect((await submitted(kay.caller)).clientFolderId).toBe(open)
    expect((await submit(kay.caller, { clientFolderId: archived })).status).toBe(409)
  })

  it.each([
    ['of another client', () => world.folders.elmwood.id],
    ['that does not exist', () => unknownId],
    ['that is not an id', () => 'acme'],
  ])('is refused with an issue at the field for a folder %s', async (_, folder) => {
    const { status, body } = await submit(world.ann, { clientFolderId: folder() })
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['clientFolderId']])
  })

  it('is none for a sender without a folder, and for the team', async () => {
    const kay = await newClient()
    expect((await submitted(kay.caller)).clientFolderId).toBeNull()
    expect((await submitted(world.sam)).clientFolderId).toBeNull()
    const named = await submit(world.sam, { clientFolderId: world.folders.acme.id })
    expect([named.status, named.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })
})

describe('who sees a submitted form', () => {
  it('does not include the staff of another folder that the sender is the client or a contact of', async () => {
    const kay = await newClient()
    const folder = await company(world, kay.id)
    const { id } = await submitted(kay.caller, { clientFolderId: folder })
    const more = { name: 'Other', services: 'x', assignedStaffId: world.people.sue.id }
    await world.alice.post('/api/client-folders', { ...more, clientId: kay.id })
    const other = (await world.alice.post('/api/client-folders', more)).body.id
    const contact = { name: 'Kay', email: kay.email, money: true, documents: true, messages: true }
    expect((await world.alice.post(`/api/client-folders/${other}/contacts`, contact)).status).toBe(201)
    expect(await reads(world.sue, id)).toEqual(hidden)
    for (const who of [kay.caller, world.sam, world.alice, world.mona]) expect(await reads(who, id)).toEqual(seen)
  })

  it('includes the client of the folder and contacts who may see its documents, and no other contact', async () => {
    const kay = await newClient()
    const folder = await company(world, kay.id)
    const { cora } = await contactIn(world, folder, { documents: true })
    const { cora: bookkeeper } = await contactIn(world, folder, { money: true, messages: true })
    const { id } = await submitted(bookkeeper, { clientFolderId: folder })
    for (const who of [kay.caller, cora, bookkeeper]) expect(await reads(who, id)).toEqual(seen)
    const { id: second } = await submitted(kay.caller, { clientFolderId: folder })
    expect(await reads(cora, second)).toEqual(seen)
    expect(await reads(bookkeeper, second)).toEqual(hidden)
    expect(await reads(world.eve, second)).toEqual(hidden)
  })

  it('leaves the sender what they sent when they are removed from the folder', async () => {
    const folder = await company(world, (await newClient()).id)
    const { id: contactId, cora } = await contactIn(world, folder, { documents: true })
    const { id } = await submitted(cora, { clientFolderId: folder })
    await world.sam.delete(`/api/folder-contacts/${contactId}`)
    expect(await reads(cora, id)).toEqual(seen)
  })

  it('is administrators and the sender where the form belongs to no folder', async () => {
    const kay = await newClient()
    const { id } = await submitted(kay.caller)
    await company(world, kay.id)
    expect(await reads(world.sam, id)).toEqual(hidden)
    for (const who of [kay.caller, world.alice]) expect(await reads(who, id)).toEqual(seen)
  })
})

it('notifies the staff of the folder that the form was sent to, and nobody else', async () => {
  const kay = await newClient()
  const folder = await company(world, kay.id)
  const more = { name: 'Other', services: 'x', assignedStaffId: world.people.sue.id, clientId: kay.id }
  await world.alice.post('/api/client-folders', more)
  const before = (await world.mail()).length
  await submitted(kay.caller, { clientFolderId: folder })
  expect((await world.mail()).slice(before).map(({ to }) => to)).toEqual(['sam@example.com'])
})

it('gives existing forms the folder of a sender who has just one', async () => {
  const [one, two] = [await newClient(), await newClient()]
  const folder = await company(world, one.id)
  await company(world, two.id)
  const kept = await submitted(one.caller)
  const unclear = await submitted(two.caller)
  await company(world, two.id)
  await world.db.run(sql`update hr_form_submissions set client_folder_id = null`)
  const migration = await readFile('server/migrations/0130_folders_of_forms_and_conversations.sql', 'utf8')
  for (const [update] of migration.matchAll(/^with member [^;]+/gm)) await world.db.pool.query(update)
  const rows = await world.db.rows(typed(z.object({ id: z.string(), folder: z.string().nullable() }))`
    select id, client_folder_id as folder from hr_form_submissions where id in (${kept.id}, ${unclear.id}) order by id`)
  expect(rows).toEqual([
    { id: kept.id, folder },
    { id: unclear.id, folder: null },
  ])
})
