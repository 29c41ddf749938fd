import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { portalConfig } from '../kit/config.ts'

/** On a client's home page, where booking is on: to their appointments, or to the firm's own booking page. */
export function BookAppointment({ className }: { className: string }) {
  const { booking } = portalConfig()
  const label = (
    <>
      <CalendarPlus />
      Book an appointment
    </>
  )
  if (booking !== '/book')
    return (
      <a href={booking} rel="noreferrer" className={classes(buttonStyle(), className)}>
        {label}
      </a>
    )
  return (
    <div className={classes('flex flex-wrap gap-2', className)}>
      <Link to="/bookings" className={buttonStyle('ghost')}>
        Appointments
      </Link>
      <Link to="/bookings" search={{ create: 'true' }} className={buttonStyle()}>
        {label}
      </Link>
    </div>
  )
}
