// The rows of the rights table (rights.ts) about the contacts of a folder, and about what waits for a client.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

let count = 0

/** Somebody new each time: an address is a contact of a folder once. */
const somebody = () => ({
  name: 'Cora Lind',
  email: `cora-${++count}@acme.example`,
  money: true,
  documents: false,
  messages: false,
})

/** So that it does not fill up, each of them in the place of those before. */
async function placeInAcme(world: World): Promise<string> {
  const path = `/api/client-folders/${world.folders.acme.id}/contacts`
  const earlier: { id: string; name: string }[] = (await world.alice.get(path)).body
  for (const { id, name } of earlier)
    if (name !== 'contact' && name !== 'bareContact') await world.alice.delete(`/api/folder-contacts/${id}`)
  await world.alice.post(path, somebody())
  return path
}

async function contactOfAcme(world: World): Promise<string> {
  const [latest] = (await world.alice.get(await placeInAcme(world))).body
  return `/api/folder-contacts/${latest.id}`
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

/** A contact sees that the folder is there, and neither the others in it nor their rights. */
const contacts = [403, 403] as const

/** A request of Sam's for Eve as a contact of Acme, in the place of those before. */
async function accessRequestOfAcme(world: World): Promise<string> {
  const pending: { id: string }[] = (await world.alice.get('/api/folder-access-requests?status=pending')).body
  for (const { id } of pending)
    await world.alice.patch(`/api/folder-access-requests/${id}/status`, { status: 'withdrawn' })
  const url = `/api/client-folders/${world.folders.acme.id}/contacts`
  return (await world.sam.post(url, { ...somebody(), email: 'eve@example.com' })).body.id
}

export const contactRights: Record<string, Row> = {
  'GET /api/folder-access-requests': { answers: [401, 200, 200, 401, 200, 200, 200, 200] },
  'GET /api/folder-access-requests/:id': {
    answers: inFolder,
    contacts: [404, 404],
    aim: async (world) => ({ url: `/api/folder-access-requests/${await accessRequestOfAcme(world)}` }),
  },
  'PATCH /api/folder-access-requests/:id/status': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    contacts: [404, 404],
    aim: async (world) => ({
      url: `/api/folder-access-requests/${await accessRequestOfAcme(world)}/status`,
      body: { status: 'declined' },
    }),
  },
  'GET /api/client-folders/:id/contacts': {
    answers: inFolder,
    contacts,
    aim: async (world) => ({ url: await placeInAcme(world) }),
  },
  'POST /api/client-folders/:id/contacts': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    contacts,
    aim: async (world) => ({ url: await placeInAcme(world), body: somebody() }),
  },
  'GET /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (world) => ({ url: await contactOfAcme(world) }),
  },
  'PATCH /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (world) => ({ url: await contactOfAcme(world), body: { money: false, documents: true } }),
  },
  'DELETE /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (world) => ({ url: await contactOfAcme(world) }),
  },

  'GET /api/waiting': { answers: [401, 200, 200, 401, 403, 403, 403, 403], contacts: [200, 200] },
  'POST /api/client-folders/:id/messages/reading': {
    answers: inFolder,
    aim: async (world) => {
      const path = `/api/client-folders/${world.folders.acme.id}/messages`
      const { id } = (await world.sam.post(path, { content: 'Good morning' })).body
      return { url: `${path}/reading`, body: { lastMessageId: id } }
    },
  },
}
