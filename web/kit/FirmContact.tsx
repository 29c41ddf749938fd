import type { ReactNode } from 'react'
import { portalConfig } from './config.ts'

/** How to reach the firm, for visitors. `children`: what to mention. */
export function FirmContact({ className, children }: { className?: string; children?: ReactNode }) {
  const { phone, phoneLink, email } = portalConfig().provider
  if (phone === '' || email === '') return null
  const link = 'link font-semibold'
  return (
    <p className={className}>
      Questions? Call{' '}
      <a href={`tel:${phoneLink}`} className={`${link} whitespace-nowrap`}>
        {phone}
      </a>{' '}
      or email{' '}
      <a href={`mailto:${email}`} className={`${link} wrap-anywhere`}>
        {email}
      </a>
      {children === undefined ? '.' : <> {children}</>}
    </p>
  )
}
