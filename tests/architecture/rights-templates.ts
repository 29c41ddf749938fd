// Rows of the rights table (rights.ts) for agreement templates.
import { draftedTemplate, publishedTemplate, templateInput, templatesPath } from '../agreement-templates.ts'
import type { Row } from './folder-roles.ts'

//                  visitor owner stranger inactive holder colleague admin master
const teamOnly = [401, 403, 403, 401, 200, 200, 200, 200] as const
const anyOfTheTeam = [401, 404, 404, 401, 200, 200, 200, 200] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

export const templateRights: Record<string, Row> = {
  [`GET ${templatesPath}`]: { answers: teamOnly },
  [`POST ${templatesPath}`]: {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: templateInput() }),
  },
  [`GET ${templatesPath}/:id`]: {
    answers: anyOfTheTeam,
    aim: async (testApp) => ({ url: `${templatesPath}/${await draftedTemplate(testApp)}` }),
  },
  [`PUT ${templatesPath}/:id`]: {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${templatesPath}/${await draftedTemplate(testApp)}`, body: templateInput() }),
  },
  [`PATCH ${templatesPath}/:id`]: {
    answers: administratorsOne,
    aim: async (testApp) => ({
      url: `${templatesPath}/${await draftedTemplate(testApp)}`,
      body: { isActive: false },
    }),
  },
  [`POST ${templatesPath}/:id/versions`]: {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (testApp) => ({ url: `${templatesPath}/${await draftedTemplate(testApp)}/versions` }),
  },
  [`GET ${templatesPath}/:id/versions`]: {
    answers: anyOfTheTeam,
    aim: async (testApp) => ({ url: `${templatesPath}/${(await publishedTemplate(testApp)).id}/versions` }),
  },
  [`GET ${templatesPath}/:id/versions/:number`]: {
    answers: anyOfTheTeam,
    aim: async (testApp) => ({ url: `${templatesPath}/${(await publishedTemplate(testApp)).id}/versions/1` }),
  },
}
