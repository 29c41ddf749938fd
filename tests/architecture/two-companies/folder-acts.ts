// What people do with a folder itself: messages, notes, contacts, the team, and requests for more services.
import { unknownId } from '../../test-app.ts'
import { type Act, hush, ofWork, type Walk } from './sides.ts'

export const folderActs = (walk: Walk): Act[] => [
  ...messageActs(walk),
  ...contactActs(walk),
  ...teamActs(walk),
  ...requestActs(walk),
  ...wholeFolderActs(walk),
]

// Everyone tries to write each side's word to that side; only its own people succeed.
const messageActs = ({ oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const body = { content: `Dear ${ofWork(side)}` }
    const answer = await caller.post(`/api/client-folders/${side.folder}/messages`, body)
    remember(side, 'messages', answer)
    return ['sends', answer]
  },
  async (caller, side) => ['retracts', await caller.post(`/api/messages/${oneOf(side, 'messages')}/retraction`)],
  async (caller, side) => {
    const body = { lastMessageId: oneOf(side, 'messages') }
    return ['reads messages', await caller.post(`/api/client-folders/${side.folder}/messages/reading`, body)]
  },
  async (caller, side) => {
    const body = { lastMessageId: oneOf(side, 'messages') }
    return ['needs no reply', await caller.post(`/api/client-folders/${side.folder}/messages/set-aside`, body)]
  },
  async (caller, side) => [
    'needs a reply',
    await caller.delete(`/api/client-folders/${side.folder}/messages/set-aside`),
  ],
  async (caller, side) => {
    const body = { message: `Dear ${ofWork(side)}, for now` }
    return ['begins to write', await caller.patch(`/api/drafts/${side.folder}`, body)]
  },
  async (caller, side) => {
    const body = { content: `${hush}: ${ofWork(side)} pays late` }
    const answer = await caller.post(`/api/client-folders/${side.folder}/staff-notes`, body)
    remember(side, 'staff-notes', answer)
    return ['notes', answer]
  },
  async (caller, side) => {
    const held = { kind: 'call', heldOn: '2020-01-06', heldWith: ofWork(side), subject: `${hush} ${ofWork(side)}` }
    const url = `/api/staff-notes/${oneOf(side, 'staff-notes')}`
    return ['logs a call', await caller.put(url, { ...held, content: `${hush}: ${ofWork(side)} called` })]
  },
]

const contactActs = ({ testApp, cast, next, oneOf, remember, otherOf, administers }: Walk): Act[] => [
  async (caller, side) => {
    const email = `${side.word}-${next()}@example.com`
    const rights = { money: caller !== cast.ash.caller, documents: true, messages: true }
    const body = { name: `A ${side.word}`, email, ...rights }
    const answer = await caller.post(`/api/client-folders/${side.folder}/contacts`, body)
    remember(side, 'folder-contacts', answer)
    return ['names', answer]
  },
  async (caller, side) => {
    const url = `/api/folder-contacts/${oneOf(side, 'folder-contacts')}`
    return ['changes a contact', await caller.patch(url, { name: `Now ${side.word}`, documents: true })]
  },
  async (caller, side) => [
    'removes a contact',
    await caller.delete(`/api/folder-contacts/${oneOf(side, 'folder-contacts')}`),
  ],
  // Staff add the other side's people, above all their clients, to folders of their own.
  async (caller, side) => {
    const stranger = testApp.people[otherOf(side).client]
    const isByEmail = next() % 2 === 1
    const named = isByEmail ? { clientEmail: `${stranger.username}@example.com` } : { clientId: stranger.id }
    // Named for the caller's own side, because the caller may read it.
    const body = { name: `Own ${side.word}`, services: `For ${side.word}`, ...named }
    const answer =
      caller === testApp[side.staff]
        ? await caller.post('/api/client-folders', body)
        : await caller.get('/api/client-folders')
    return ['makes a stranger the client', answer]
  },
  async (caller, side) => {
    const email = `${testApp.people[otherOf(side).client].username}@example.com`
    const body = { name: `Stranger ${side.word}`, email, money: false, documents: false, messages: false }
    // Administrators may, which shares the folder.
    if (administers(caller)) return ['lists', await caller.get('/api/client-folders')]
    return ['makes a stranger a contact', await caller.post(`/api/client-folders/${side.folder}/contacts`, body)]
  },
  // Approving one would share a folder.
  async (caller) => {
    const { body } = await caller.get('/api/folder-access-requests?status=pending')
    const id: string = body?.[0]?.id ?? testApp.folders.ivans.id
    const url = `/api/folder-access-requests/${id}/status`
    return ['declines access', await caller.patch(url, { status: 'declined' })]
  },
]

const teamActs = ({ cast, oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const body = { userId: cast.pat.id }
    const answer = await caller.post(`/api/client-folders/${side.folder}/members`, body)
    remember(side, 'folder-members', answer)
    return ['adds a member', answer]
  },
  async (caller, side) => [
    'removes a member',
    await caller.delete(`/api/folder-members/${oneOf(side, 'folder-members')}`),
  ],
]

/** For the folder only: every staff member sees a visitor's request until someone accepts it. */
const requestActs = ({ testApp, oneOf, oneOfEither, remember, administers }: Walk): Act[] => [
  async (caller, side) => {
    const body = { services: ['hr-consulting'], needsDescription: `More for ${ofWork(side)}` }
    const answer = await caller.post(`/api/client-folders/${side.folder}/service-requests`, body)
    remember(side, 'service-requests', answer)
    return ['requests more', answer]
  },
  async (caller, side) => {
    const url = `/api/service-requests/${oneOf(side, 'service-requests')}/status`
    const assignedStaffId = administers(caller) ? { assignedStaffId: testApp.people[side.staff].id } : {}
    return ['accepts', await caller.patch(url, { status: 'in-progress', ...assignedStaffId })]
  },
  async (caller, side) => {
    const url = `/api/service-requests/${oneOf(side, 'service-requests')}/assignee`
    return ['assigns a request', await caller.patch(url, { assignedStaffId: testApp.people[side.staff].id })]
  },
  async (caller, side) => {
    const url = `/api/service-requests/${oneOf(side, 'service-requests')}/merge`
    // An administrator sees the requests of both.
    const intoId = administers(caller) ? oneOf(side, 'service-requests') : oneOfEither(side, 'service-requests')
    return ['merges', await caller.post(url, { intoId })]
  },
  async (caller, side) => [
    'calls it no spam',
    await caller.post(`/api/service-requests/${oneOf(side, 'service-requests')}/not-spam`),
  ],
]

const wholeFolderActs = ({ random, remember, oneOf, otherOf, administers }: Walk): Act[] => [
  async (caller, side) => {
    const answer = await caller.post(`/api/client-folders/${side.folder}/exports`)
    remember(side, 'folder-exports', answer)
    return ['exports', answer]
  },
  async (caller, side) => {
    const body = { reason: `A claim of ${side.word}` }
    const answer = await caller.post(`/api/client-folders/${side.folder}/legal-holds`, body)
    remember(side, 'legal-holds', answer)
    return ['holds', answer]
  },
  async (caller, side) => {
    const url = `/api/legal-holds/${oneOf(side, 'legal-holds')}/release`
    return ['releases a hold', await caller.post(url, { releaseReason: `As ${side.word} wants` })]
  },
  async (caller, side) => {
    const url = `/api/client-folders/${side.folder}/erasure`
    // Administrators would succeed once the folder is archived.
    if (administers(caller)) return [url, await caller.get(url)]
    return ['deletes the data', await caller.post(url, { confirmation: `${side.word} works` })]
  },
  // Everyone but administrators tries to give a folder to the other company, and to take its content.
  async (caller, side) => {
    const [from, into] = random.oneOf([
      [side, otherOf(side)],
      [otherOf(side), side],
    ] as const)
    const url = `/api/client-folders/${from.folder}/merge`
    if (administers(caller)) return ['asks about a merge', await caller.get(`${url}?intoId=${unknownId}`)]
    await caller.get(`${url}?intoId=${into.folder}`)
    return ['merges folders', await caller.post(url, { intoId: into.folder, reason: `Like ${side.word}`, people: [] })]
  },
  async (caller, side) => [
    'changes',
    await caller.patch(`/api/client-folders/${side.folder}`, {
      services: `more about ${side.word}`,
      status: random.oneOf(['active', 'active', 'active', 'on-hold', 'archived']),
    }),
  ],
]
