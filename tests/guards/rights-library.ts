// The rows of the rights table (rights.ts) about the library: policies and changes of the law.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

export const policyText = '## In short\n\n- Be civil online.\n\n## Good practice\n\nThink first.'

const policy = '/api/hr-policies/social-media'
const acme = (world: World, rest: string) => `/api/client-folders/${world.folders.acme.id}${rest}`

/** A fresh version of a policy, which nobody has acknowledged yet. */
export const publishedAfresh = async (world: World): Promise<number> => {
  await world.alice.patch(policy, { isActive: true })
  return (await world.alice.post(`${policy}/versions`, { content: policyText })).body.number
}

/** In use when it is to be retired. */
const inUse = async (world: World) => void (await world.alice.patch(policy, { isActive: true }))

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const teamInFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

const toEveryone = (url: string): Row => ({ answers: everyone, aim: () => ({ url }) })

export const libraryRights: Record<string, Row> = {
  'GET /api/hr-policies': { answers: everyone },
  'GET /api/hr-policies/:policy': toEveryone('/api/hr-policies/wage-hour'),
  'GET /api/hr-policies/:policy/versions': toEveryone('/api/hr-policies/wage-hour/versions'),
  'GET /api/hr-policies/:policy/versions/:number': toEveryone('/api/hr-policies/wage-hour/versions/1'),
  'GET /api/hr-policies/:policy/versions/:number/differences': {
    answers: everyone,
    aim: async (world) => ({ url: `${policy}/versions/${await publishedAfresh(world)}/differences` }),
  },
  'GET /api/hr-policies/:policy/download': toEveryone('/api/hr-policies/wage-hour/download'),
  'GET /api/hr-policies/:policy/preview': toEveryone('/api/hr-policies/wage-hour/preview'),
  'GET /api/hr-policies/:policy/acknowledgements': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/hr-policies/wage-hour/acknowledgements' }),
  },
  'PATCH /api/hr-policies/:policy': {
    answers: [401, 403, 403, 401, 403, 403, 200, 200],
    aim: async (world) => {
      await inUse(world)
      return { url: policy, body: { isActive: false } }
    },
  },
  'POST /api/hr-policies/:policy/versions': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: async (world) => {
      await inUse(world)
      return { url: `${policy}/versions`, body: { content: policyText, note: 'Shorter.' } }
    },
  },
  'POST /api/hr-policies/:policy/acknowledgement': {
    answers: [401, 201, 201, 401, 403, 403, 403, 403],
    aim: async (world) => ({ url: `${policy}/acknowledgement`, body: { version: await publishedAfresh(world) } }),
  },
  'GET /api/client-folders/:id/policy-acknowledgements': {
    answers: teamInFolder,
    aim: (world) => ({ url: acme(world, '/policy-acknowledgements') }),
  },
  'GET /api/law-changes': { answers: everyone },
  'GET /api/client-folders/:id/law-changes': {
    contacts: [200, 200],
    answers: inFolder,
    aim: (world) => ({ url: acme(world, '/law-changes') }),
  },
}
