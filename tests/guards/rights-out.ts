// The rows of the rights table (rights.ts) about what leaves the portal: copies of folders, calendars, and what is erased.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

/** Whoever asks gets a copy of their own, and nobody that of somebody else. */
const copyOfSam = async (world: World): Promise<string> => {
  const { body } = await world.sam.post(`/api/client-folders/${world.folders.acme.id}/exports`)
  return body.id
}

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const

export const outRights: Record<string, Row> = {
  'GET /api/calendar': { answers: everyone },
  'POST /api/calendar': { answers: [401, 201, 201, 401, 201, 201, 201, 201] },
  'DELETE /api/calendar': { answers: everyone },
  'GET /api/folder-exports': { answers: everyone },
  'POST /api/client-folders/:id/exports': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/exports` }),
  },
  // Sam's copy is still being made, which only Sam is told.
  'GET /api/folder-exports/:id/file': {
    answers: [401, 404, 404, 401, 409, 404, 404, 404],
    aim: async (world) => ({ url: `/api/folder-exports/${await copyOfSam(world)}/file` }),
  },
}
