import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../api/bookings.ts'
import { isClient } from '../../domain/actor.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { bookAsVisitor, bookInFolder, cancelBooking, rescheduleBooking } from './actions.ts'
import { bookingByToken, bookingTimesByLink, cancelByLink, readBookingByLink, rescheduleByLink } from './by-link.ts'
import { appointmentFile } from './calendar-file.ts'
import { changeBookingHours, listBookingHours, readBookingHours } from './hours.ts'
import { bookingTimes, folderBookingTimes, listBookings, readBooking } from './queries.ts'

const sendCalendar = (reply: FastifyReply, file: string) =>
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="appointment.ics"',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/calendar; charset=utf-8')
    .send(file)

export function bookingRoutes(
  on: Bind,
  app: FastifyInstance,
  { config, db, calls }: Pick<AppContext, 'config' | 'db' | 'calls'>,
) {
  on.read(api.readBookingTimes, ({ db: reader, query }) => bookingTimes(reader, query.from))
  on.write(api.createVisitorBooking, ({ tx, body }) => bookAsVisitor(tx, body))
  on.read(api.readFolderBookingTimes, ({ db: reader, actor, params, query }) =>
    folderBookingTimes(reader, actor, params.id, query),
  )
  on.write(api.createFolderBooking, ({ tx, actor, params, body }) => bookInFolder(tx, actor, params.id, body))
  on.read(api.listBookings, ({ db: reader, actor, query }) => listBookings(reader, actor, query))
  on.read(api.readBooking, ({ db: reader, actor, params }) => readBooking(reader, actor, params.id))
  on.write(api.rescheduleBooking, ({ tx, actor, params, body, ifMatch }) =>
    rescheduleBooking(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeBookingStatus, ({ tx, actor, params, body, ifMatch }) =>
    cancelBooking(tx, actor, params.id, body, ifMatch),
  )
  on.raw(api.downloadBooking, async ({ db: reader, actor, params, reply }) => {
    const { version: changes, ...booking } = await readBooking(reader, actor, params.id)
    const title = isClient(actor)
      ? `Appointment with ${config.provider.name}`
      : `Appointment with ${booking.clientFolderName ?? booking.name ?? 'a visitor'}`
    sendCalendar(
      reply,
      appointmentFile({ ...booking, title, path: '/bookings', changes }, config.publicUrl, reader.now),
    )
  })
  on.act(api.readBookingByLink, ({ db: reader, body, request }) => readBookingByLink(reader, body.token, request.ip))
  on.act(api.readBookingTimesByLink, ({ db: reader, body, request }) => bookingTimesByLink(reader, body, request.ip))
  on.act(api.rescheduleBookingByLink, ({ db: writer, origin, body }) => rescheduleByLink(writer, origin, body))
  on.act(api.cancelBookingByLink, ({ db: writer, origin, body }) => cancelByLink(writer, origin, body.token))
  on.read(api.listBookingHours, ({ db: reader, actor }) => listBookingHours(reader, actor))
  on.read(api.readBookingHours, ({ db: reader, actor, params }) => readBookingHours(reader, actor, params.id))
  on.write(api.changeBookingHours, ({ tx, actor, params, body, ifMatch }) =>
    changeBookingHours(tx, actor, params.id, body, ifMatch),
  )

  // A visitor has no session: the secret in the address authenticates them.
  app.get('/bookings/:token/calendar.ics', async (request, reply) => {
    await calls.count({ address: request.ip })
    const { token } = request.params as { token: string }
    const { version: changes, ...booking } = await bookingByToken(db, token, request.ip)
    const title = `Appointment with ${config.provider.name}`
    return sendCalendar(reply, appointmentFile({ ...booking, title, path: null, changes }, config.publicUrl, db.now))
  })
}
