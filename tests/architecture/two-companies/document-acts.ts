// What people do with documents, assignments, and requests for documents.
import type { Caller } from '../../test-app.ts'
import { pdf } from '../../samples.ts'
import { addDocument, registration, upload } from '../../uploads.ts'
import { forgetUploads, signature } from './furnish.ts'
import { type Act, ofWork, type Side, type Walk } from './sides.ts'

export const documentActs = (walk: Walk): Act[] => [
  ...assignmentActs(walk),
  ...uploadActs(walk),
  ...fileActs(walk),
  ...signatureActs(walk),
  ...documentRequestActs(walk),
]

const assignmentActs = ({ random, oneOf, otherOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const body = { title: `Task ${ofWork(side)}`, description: `Do ${ofWork(side)}`, requiredAction: 'upload' }
    const answer = await caller.post(`/api/client-folders/${side.folder}/assignments`, body)
    remember(side, 'assignments', answer)
    return ['gives', answer]
  },
  async (caller, side) => {
    const body = { title: `Task ${ofWork(side)}`, description: `Redo ${ofWork(side)}` }
    return ['edits an assignment', await caller.put(`/api/assignments/${oneOf(side, 'assignments')}`, body)]
  },
  async (caller, side) => {
    const url = `/api/assignments/${oneOf(side, 'assignments')}/comments`
    const answer = await caller.post(url, { content: `About ${ofWork(side)}` })
    remember(side, 'assignment-comments', answer)
    return ['comments', answer]
  },
  async (caller, side) => [
    'reads comments',
    await caller.get(`/api/assignments/${oneOf(side, 'assignments')}/comments`),
  ],
  async (caller, side) => {
    const url = `/api/assignment-comments/${oneOf(side, 'assignment-comments')}/retraction`
    return ['retracts a comment', await caller.post(url)]
  },
  async (caller, side) => {
    const status = random.oneOf(['pending', 'in-progress', 'completed'])
    return ['moves', await caller.patch(`/api/assignments/${oneOf(side, 'assignments')}/status`, { status })]
  },
  async (caller, side) => ['reads', await caller.get(`/api/assignments/${oneOf(side, 'assignments')}`)],
  // An item of one side named in a call about the other.
  async (caller, side) => {
    const documentId = oneOf(otherOf(side), 'documents')
    const body = { title: `Task ${ofWork(side)}`, description: `Do ${ofWork(side)}`, documentId }
    return ['mixes', await caller.post(`/api/client-folders/${side.folder}/assignments`, body)]
  },
]

const fileOf = (side: Side) => ({ name: `${ofWork(side)}.pdf`, bytes: pdf() })

function uploadActs({ testApp, random, oneOf, remember }: Walk): Act[] {
  /** A visitor can't upload. */
  const uploading = async (caller: Caller) => {
    await testApp.db.run(forgetUploads)
    return caller.cookie === null ? null : upload(caller, pdf())
  }
  return [
    async (caller, side) => {
      const assignmentId = random.oneOf([null, random.anyOf(side.created.assignments ?? []) ?? null])
      if (caller.cookie === null) return ['uploads', await caller.post('/api/objects/upload')]
      await testApp.db.run(forgetUploads)
      const answer = await addDocument(caller, side.folder, { ...fileOf(side), assignmentId })
      remember(side, 'documents', answer)
      return ['uploads', answer]
    },
    async (caller, side) => {
      const stored = await uploading(caller)
      const { name, bytes } = fileOf(side)
      const { clientFolderId: _, ...file } = registration(side.folder, name, bytes)
      const url = `/api/documents/${oneOf(side, 'documents')}/versions`
      const answer = await caller.post(url, { documentURL: stored?.documentURL ?? '-', ...file })
      remember(side, 'documents', answer)
      return ['replaces a document', answer]
    },
  ]
}

const fileActs = ({ random, oneOf, oneOfEither }: Walk): Act[] => [
  async (caller, side) => {
    const id = oneOf(side, 'documents')
    const path = random.oneOf([`/api/documents/${id}`, `/api/documents/${id}/file`])
    return [path, await caller.get(path)]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/subfolder`
    return ['moves a document', await caller.patch(url, { subfolder: `Files of ${ofWork(side)}` })]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/tags`
    return ['tags a document', await caller.patch(url, { tags: [ofWork(side)] })]
  },
  async (caller, side) => {
    const body = { name: `Files of ${ofWork(side)}`, newName: `Files of ${ofWork(side)}!` }
    return ['renames a subfolder', await caller.patch(`/api/client-folders/${side.folder}/subfolders`, body)]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/expiration`
    return ['says when it expires', await caller.patch(url, { expiresOn: '2027-06-03' })]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/visibility`
    return ['makes it team-only', await caller.patch(url, { visibility: 'team-only' })]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/withdrawal`
    return ['withdraws', await caller.post(url, { reason: `As ${ofWork(side)} wants` })]
  },
  async (caller, side) => {
    const ids = [oneOf(side, 'documents'), oneOfEither(side, 'documents')].join(',')
    return ['downloads several', await caller.get(`/api/client-folders/${side.folder}/documents/zip?ids=${ids}`)]
  },
]

const signatureActs = ({ testApp, random, oneOf, otherOf }: Walk): Act[] => [
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}`
    return ['asks', await caller.patch(url, { requiresSignature: random.below(2) === 1 })]
  },
  // Someone of the other side can't be chosen to sign.
  async (caller, side) => {
    const { client } = random.oneOf([side, side, otherOf(side)])
    const body = { signers: [{ userId: testApp.people[client].id, position: 1 }], signBy: null }
    return ['chooses who signs', await caller.put(`/api/documents/${oneOf(side, 'documents')}/signers`, body)]
  },
  async (caller, side) => {
    const body = { userId: testApp.people[otherOf(side).client].id }
    return ['delegates', await caller.post(`/api/documents/${oneOf(side, 'documents')}/delegation`, body)]
  },
  async (caller, side) => {
    const url = `/api/documents/${oneOf(side, 'documents')}/refusal`
    return ['declines to sign', await caller.post(url, { reason: `As ${ofWork(side)} wants` })]
  },
  async (caller, side) => [
    'signs a document',
    await caller.post(`/api/documents/${oneOf(side, 'documents')}/signature`, signature(side)),
  ],
]

const documentRequestActs = ({ random, oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const body = { title: `File ${ofWork(side)}`, description: `As ${ofWork(side)} has it`, documentType: 'handbook' }
    const answer = await caller.post(`/api/client-folders/${side.folder}/document-requests`, body)
    remember(side, 'document-requests', answer)
    return ['asks for', answer]
  },
  async (caller, side) => {
    const requests = [{ title: `One ${ofWork(side)}` }, { title: `Two ${ofWork(side)}` }]
    const url = `/api/client-folders/${side.folder}/document-request-sets`
    return ['asks for several', await caller.post(url, { requests, description: `For ${ofWork(side)}` })]
  },
  async (caller, side) => {
    const url = `/api/document-requests/${oneOf(side, 'document-requests')}/status`
    const status = random.oneOf(['cancelled', 'completed'])
    return ['settles a request', await caller.patch(url, { status, reason: `As ${ofWork(side)} wants` })]
  },
]
