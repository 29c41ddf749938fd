import type { FastifyInstance } from 'fastify'
import * as api from '../../api/calendar.ts'
import { notFound } from '../../domain/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { calendarFile } from './calendar-file.ts'
import { createCalendarFeed, endCalendarFeed, recordFeedRead } from './actions.ts'
import { dueDays, feedOf, feedOwner } from './queries.ts'

export function calendarRoutes(
  on: Bind,
  app: FastifyInstance,
  { config, db, calls }: Pick<AppContext, 'config' | 'db' | 'calls'>,
) {
  on.read(api.readCalendarFeed, ({ actor, db: reader }) => feedOf(reader, actor))
  on.write(api.createCalendarFeed, ({ tx, actor }) => createCalendarFeed(tx, actor, config))
  on.write(api.endCalendarFeed, ({ tx, actor }) => endCalendarFeed(tx, actor))

  // Calendar programs send no cookie: the secret in the address authenticates them.
  app.get('/calendar/:file', async (request, reply) => {
    await calls.count({ address: request.ip })
    const { file } = request.params as { file: string }
    const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1]
    const person = token === undefined ? null : await feedOwner(db, token)
    if (person === null) throw notFound()
    const days = await dueDays(db, person)
    await recordFeedRead(db, person)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'inline; filename="due-dates.ics"',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .type('text/calendar; charset=utf-8')
      .send(calendarFile(`${config.provider.name} due dates`, config.publicUrl, days))
  })
}
